/** The stream's reads of the past, and the cursors of GET /v3/events. */

import type {
  EventSeq,
  ExchangeEvent,
  MarketCause,
  MarketState,
  Millionths,
  SecurityId,
  Shares,
} from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';

/** A match, its bust or its correction, as everybody may know it (S24). */
export interface TradeItem {
  readonly type: 'trade' | 'bust' | 'adjust';
  /** The venue's number of the event. */
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly securityId: SecurityId;
  readonly tradeId: number;
  readonly price: Millionths;
  readonly quantity: Shares;
  /** Of a correction: price and quantity of the match before it. */
  readonly before?: { readonly price: Millionths; readonly quantity: Shares };
  /** Of the order that came; null for blocks and what became of matches. */
  readonly side: 'buy' | 'sell' | null;
  readonly block: boolean;
  /** Where the orders traded in an auction of the security: which one (Q16). */
  readonly auction?: number;
}

/** A change of a market (S29). */
export interface MarketItem {
  readonly type: 'market';
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly securityId: SecurityId;
  readonly market: MarketState;
  readonly reason: string | null;
  /** Null of events from before it was kept. */
  readonly cause: MarketCause | null;
  /** The other fields of that moment, as text of JSON fields; absent when they are no longer known. */
  readonly settings?: string | undefined;
}

/** A notice of the operator to all (S30). */
export interface NoticeItem {
  readonly type: 'notice';
  readonly seq: EventSeq;
  readonly time: Microseconds;
  /** Null: it is about none in particular. */
  readonly securityId: SecurityId | null;
  readonly isAside: true;
  readonly noticeId: string;
  readonly severity: string;
  readonly text: string;
}

/** An event of GET /v3/events (H7). */
export interface OwnEvent {
  readonly seq: EventSeq;
  /** The clients that it concerns; null: everybody. */
  readonly clientIds: readonly string[] | null;
  /**
   * JSON, as in GET /v3/events.
   *
   * @param named whether it names the clients
   * @param readers the clients that it is shown to; null: all
   */
  text(named: boolean, readers: ReadonlySet<string> | null): string;
}

/** The figures of one day in one security (S25). */
export interface TradingDay {
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly last: number;
  readonly volume: number;
  readonly trades: number;
}

/** Events after one sequence number, up to another. */
export interface PastRange {
  readonly after: EventSeq;
  readonly upTo: EventSeq;
}

/** Why a cursor is not taken (S23). */
export type CursorFault = 'malformed' | 'foreign' | 'future';

/**
 * All of a range is given, oldest first; the caller keeps ranges short. Each waits until the order history holds the
 * range, and rejects where that takes too long.
 */
export interface StreamHistory {
  cursorAt(seq: EventSeq): string;
  seqOf(cursor: string): number | CursorFault;
  /** @param securityIds null: all */
  trades(range: PastRange, securityIds: readonly SecurityId[] | null): Promise<readonly TradeItem[]>;
  /** @param securityIds null: all; notices about none of them come too where they are about none at all */
  markets(range: PastRange, securityIds: readonly SecurityId[] | null): Promise<readonly (MarketItem | NoticeItem)[]>;
  /** The last event; null: not part of GET /v3/events. */
  eventOf(event: ExchangeEvent): OwnEvent | null;
  /** @param clientIds null: of all clients */
  events(range: PastRange, clientIds: readonly string[] | null): Promise<readonly OwnEvent[]>;
  /** A parent client and the clients below it. */
  clientsUnder(parentId: string): Promise<readonly string[]>;
  /** Of trades up to an event; securities without one that counts are left out. */
  tradingDays(
    securityIds: readonly SecurityId[],
    date: string,
    upTo: EventSeq,
  ): Promise<ReadonlyMap<SecurityId, TradingDay>>;
}
