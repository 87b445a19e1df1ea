/** The one writer: orders waiting commands into groups, writes them to the journal, applies them. */

export { Leader } from './leader.ts';
