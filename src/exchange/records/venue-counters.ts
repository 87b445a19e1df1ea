import type { Microseconds } from '../../time/units.ts';
import type { EventSeq, VenueClock } from '../api/index.ts';

/** The counters of the venue; part of every snapshot. */
export interface VenueCounters {
  orders: number;
  matches: number;
  eventSeq: EventSeq;
  /** Time of the last command. */
  time: Microseconds;
  /** Whether the default schedule has the market open. A new security starts with it. */
  defaultInSession: boolean;
  /** As in ReferenceMarks. */
  databaseId: string;
  ids: Record<string, number>;
  /**
   * The event from which on changes of the depths of books are marked (DEPTH_MARKS_SINCE); absent: every process marks
   * those that it sees.
   */
  depthFrom?: EventSeq;
  /** The matches that there were when positions and the register of transfer rules became one (REGISTER_SINCE). */
  registerFrom?: number;
  /** The rules that hold; absent: the first (J14). */
  rules?: number;
  /** Absent: the clock was never moved (Z1). */
  clock?: VenueClock;
}
