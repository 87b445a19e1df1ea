import type { DayHours } from '../../../calendar/schedule.ts';
import { malformed, missing } from '../shared/index.ts';

/** What was sent of one day: whether it is closed, and its hours in minutes after midnight. */
export interface SentDay {
  readonly closed: 'Yes' | 'No' | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** The names under which they were sent. */
export type DayNames = Readonly<Record<keyof SentDay, string>>;

/**
 * Hours, or closed; 'default' when it was only said that the day is not closed; undefined when nothing was sent.
 * 106 when only one of the two times was sent, the start is not before the end, or a closed day has hours (V23).
 */
export function readDay({ closed, start, end }: SentDay, names: DayNames): DayHours | 'default' | undefined {
  if (start === undefined && end === undefined) {
    if (closed === undefined) return undefined;
    return closed === 'Yes' ? 'closed' : 'default';
  }
  if (closed === 'Yes') throw malformed(names.closed, 'a closed day has no hours');
  if (start === undefined) throw missing(names.start);
  if (end === undefined) throw missing(names.end);
  if (start >= end) throw malformed(names.start, `must be before ${names.end}`);
  return { startMinute: start, endMinute: end };
}
