/**
 * What holds of a group at each end of its way: before it is written, when it is durable, when it was applied and when
 * its callers are answered. A broken one stops the venue as a failed write does.
 */
import { violated } from '../../invariant.ts';
import type { JournaledCommand } from '../commands/index.ts';
import type { CommandSeq, Journal } from '../journal/index.ts';
import type { Replica } from '../replica/index.ts';

interface Numbered {
  readonly firstSequence: CommandSeq;
  readonly commands: readonly JournaledCommand[];
}

type Venue = Pick<Replica, 'sequence' | 'state'>;
type Written = Pick<Journal, 'sequence'>;

/** The journal ends where the replica does, the group comes right after it, and time does not go back. */
export function checkUnwritten({ firstSequence, commands }: Numbered, journal: Written, { sequence, state }: Venue) {
  if (journal.sequence !== sequence)
    violated('J1', `the journal ends at ${journal.sequence}, the venue at ${sequence}`);
  if (firstSequence !== journal.sequence + 1)
    violated('J1', `group ${firstSequence} does not follow command ${journal.sequence}`);
  if (commands.length === 0) violated('J1', `group ${firstSequence} is empty`);
  let last = state.counters.time;
  // By index: an iterator costs an allocation for each group.
  for (let at = 0; at < commands.length; at++) {
    const { time } = commands[at] as JournaledCommand;
    if (!(time >= last)) violated('M11', `command ${firstSequence + at} is of ${time}, before ${last}`);
    last = time;
  }
}

/** The journal ends with the group. */
export function checkDurable({ firstSequence, commands }: Numbered, { sequence }: Written): void {
  const last = firstSequence + commands.length - 1;
  if (sequence !== last) violated('J2', `the journal ends at command ${sequence} and not with its group, at ${last}`);
}

/** Each command has one outcome, and the replica ends with the last of them. */
export function checkApplied(end: CommandSeq, commands: number, outcomes: number, { sequence }: Venue): void {
  if (outcomes !== commands) violated('M11', `${commands} commands have ${outcomes} outcomes`);
  if (sequence !== end) violated('M11', `the venue is at command ${sequence} after command ${end}`);
}

/** Nothing is answered before it is written and applied. @param last the last command that is answered now */
export function checkAnswered(last: CommandSeq, journal: Written, replica: Venue): void {
  if (journal.sequence < last) violated('J2', `command ${last} is answered before it is durable`);
  if (replica.sequence < last) violated('J2', `command ${last} is answered before it is applied`);
}
