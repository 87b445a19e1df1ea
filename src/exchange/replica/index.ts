/** A copy of the state that applies committed groups of commands, and the reads of it. */

export { type DayEnd, DayEndWatch } from './day-ends.ts';
export { type CommittedGroup, Replica } from './replica.ts';
