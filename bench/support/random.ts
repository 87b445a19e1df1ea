/** So that every run measures the same flow. */
export { seededRandom } from '../../src/service/sandbox/ticker-script.ts';
