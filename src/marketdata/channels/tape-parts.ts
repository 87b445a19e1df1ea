import type { SecurityId } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Counters } from '../wire/index.ts';
import type { StreamLog, Venue } from './channel.ts';
import type { StreamHistory } from './history.ts';
import type { Pace } from './pace.ts';
import type { ReadTurns } from './read-turns.ts';
import type { TapeItem } from './tape.ts';

/** An event, in one security, or in all (null): the latter is always an aside. */
export interface SecurityItem extends TapeItem {
  readonly securityId: SecurityId | null;
  /** It is not of the sequence of the security, if it names one: it has no prevSeq, and is nobody's. */
  readonly isAside?: true;
}

/** The parts of channels with cursors. */
export interface TapeDeps {
  readonly exchange: Venue;
  readonly history: StreamHistory;
  readonly counters: Counters;
  readonly timers: Timers;
  readonly turns: ReadTurns;
  readonly pace: Pace;
  readonly log: StreamLog;
  /** As in StreamSettings. */
  readonly mic: string | null;
  /** Items that each tape keeps. */
  readonly tapeItemsMax?: number;
}
