/** The past of a market, read back from the journal. */
import type { Microseconds } from '../../time/units.ts';
import type { ExchangeEvent } from './events.ts';
import type { DepthLevel } from './market-reads.ts';
import type { Side } from './orders.ts';
import type { MarketState } from './securities.ts';
import type { EventSeq, SecurityId } from './units.ts';

/** A stretch of the past of one security. */
export interface ReplayQuestion {
  readonly securityId: SecurityId;
  /** The book is that after all commands up to this moment; the events are those after it, up to `to`. */
  readonly from: Microseconds;
  readonly to: Microseconds;
  /** Levels of each side; the best ones. */
  readonly levels: number;
  readonly eventsMax: number;
  /** The most commands to apply before `from`. */
  readonly commandsMax: number;
}

/** A level of the book after an event; no orders: the price has no orders any more. */
export interface LevelChange extends DepthLevel {
  readonly side: Side;
}

export interface ReplayedEvent {
  readonly event: ExchangeEvent;
  readonly levels: readonly LevelChange[];
}

export interface ReplayedMarket {
  /** Of the last event of the venue up to `from`. */
  readonly eventSeq: EventSeq;
  /** null: the venue did not know the security. */
  readonly market: MarketState | null;
  readonly bids: readonly DepthLevel[];
  readonly offers: readonly DepthLevel[];
  readonly events: readonly ReplayedEvent[];
  /** How far the events go: `to`, or the moment of the last command whose events fitted. */
  readonly to: Microseconds;
}

/** Why a moment cannot be shown; busy: others are read already. */
export type ReplayRefusal = 'no journal' | 'too far' | 'busy';
