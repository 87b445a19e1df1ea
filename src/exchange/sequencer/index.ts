/** The one writer: orders waiting commands into groups, writes them to the journal, applies them. */

export type { Draw } from './auction-clock.ts';
export { Leader } from './leader.ts';
