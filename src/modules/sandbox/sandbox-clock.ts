/** The clock of a sandbox, as its methods know it (Z1). */
import type { Microseconds, Milliseconds } from '../../time/units.ts';

export interface SandboxClock {
  nowUs(): Microseconds;
  /** Seconds of the venue in a second of the system; 0: it is frozen. */
  readonly rate: number;
  /** By the hours of the venue, without those of single securities; undefined: none comes within 400 days. */
  readonly nextOpeningUs: Microseconds | undefined;
  /** The advance that is under way, or was last. */
  readonly advance: ClockAdvance | undefined;
  /** One of the newest. */
  advanceOf(id: string): ClockAdvance | undefined;
  /** Freezes it (0) or run from where it is. Not to be called while an advance is under way. */
  setRate(rate: number): Promise<void>;
  /** Begins to move it on. Not to be called while an advance is under way. */
  begin(toUs: Microseconds): ClockAdvance;
}

export type AdvanceState = 'Under way' | 'Done' | 'Failed';

export interface Happened {
  /** Empty: of everybody. */
  readonly clientId: string;
  readonly timeUs: Microseconds;
  /** The name of its webhook, or `market`. */
  readonly name: string;
  readonly about: readonly (string | number)[];
}

export interface HappenedPage {
  readonly events: readonly Happened[];
  /** The place after them; null: nothing more has happened. */
  readonly next: number | null;
}

export interface ClockAdvance {
  readonly id: string;
  readonly fromUs: Microseconds;
  readonly toUs: Microseconds;
  /** How far it has come. */
  readonly nowUs: Microseconds;
  readonly state: AdvanceState;
  /** Why it failed. */
  readonly reason: string | null;
  /** Moments at which something was due. */
  readonly moments: number;
  /** Milliseconds of the system that it took up to now. */
  readonly tookMs: number;
  /** Resolves when it has ended, or a number of milliseconds of the system is over. */
  endedWithin(ms: Milliseconds): Promise<void>;
  /** By name: what happened to a client and to everybody. */
  countsOf(clientId: string): Readonly<Record<string, number>>;
  /** The first of them after a place, oldest first; the rest is only counted. */
  happened(clientId: string, after: number, limit: number): HappenedPage;
}
