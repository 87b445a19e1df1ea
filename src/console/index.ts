/** The web console at /console. */
export { consolePlugin } from './console-plugin.ts';
