import type { Microseconds } from '../../time/units.ts';

/** The journal's record of the reference database: a database that knows less does not belong to it. */
export interface ReferenceMarks {
  /** The id that the database was given when it was bound to this journal; empty before. */
  readonly databaseId: string;
  /** By kind of record, the highest id that was handed out. */
  readonly ids: Readonly<Record<string, number>>;
}

/** Binds the journal to its reference database, once; `ids` as in ReferenceMarks. */
export interface BindCommand extends ReferenceMarks {
  readonly type: 'bind';
}

/** How the clock of a sandbox goes on from a time of the venue. */
export interface ClockCourse {
  /** Seconds of the venue in a second of the system; 0: it is frozen. */
  readonly rate: number;
  /** What the clock of the system said then, in microseconds. */
  readonly systemUs: Microseconds;
  /** Time is being moved on to this instant, and then goes on at the rate; null: it is not. */
  readonly until: Microseconds | null;
}

/** The clock of a sandbox was stopped, let run or moved on, or has reached a moment on the way. Since CLOCK_SINCE. */
export interface ClockCommand extends ClockCourse {
  readonly type: 'clock';
}

/** The course of a clock that was moved, since its last change. */
export interface VenueClock extends ClockCourse {
  /** The time of the venue then, in microseconds. */
  readonly atUs: Microseconds;
}

/** An id of a record of reference data, before it is handed out. */
export interface IdCommand {
  readonly type: 'id';
  readonly kind: string;
  readonly id: number;
}
