/** The one writer: orders waiting commands into groups, writes them to the journal, applies them. */

export { Owner } from './owner.ts';
