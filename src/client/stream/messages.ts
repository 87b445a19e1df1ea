/** What the service sends on the stream (docs/api/stream.md). Fields that are not listed here may come too. */
import type { Answer } from '../types.ts';

export interface Contingent {
  readonly quantity: number;
  readonly orders: number;
}

/** The best disclosed price of a side (S7). */
export interface PricedSide {
  /** Six decimals. */
  readonly price: string;
  /** Shares of the disclosed orders at it without a contingency. */
  readonly quantity: number;
  readonly orders: number;
  /** Those with one (S8); absent without any. */
  readonly contingent?: Contingent;
  /** The best price that a plain order can hit; absent when it is `price`. */
  readonly firm?: { readonly price: string; readonly quantity: number; readonly orders: number };
}

/** null: nothing to show; rfq: only requests for quotes (S6). */
export type Side = PricedSide | { readonly rfq: true } | null;

export type Market = 'open' | 'closed' | 'halted';

/** Any message; the fields of a type are read where it is taken. */
export interface Message {
  readonly type: string;
  readonly id?: string | number;
  readonly channel?: string;
  readonly securityId?: string;
  readonly seq?: number;
  readonly prevSeq?: number;
  readonly time?: string;
  readonly code?: string;
  readonly message?: string;
  readonly [field: string]: unknown;
}

/** The trading day of a security (S25). */
export interface TradingDay {
  readonly date: string;
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly last: string | null;
  readonly volume: number;
  readonly trades: number;
}

interface SecurityEvent {
  readonly securityId: string;
  readonly seq: number;
  readonly cursor: string;
  readonly time: string;
}

export interface TradeMessage extends SecurityEvent {
  readonly type: 'trade';
  readonly prevSeq: number;
  readonly tradeId: string;
  readonly price: string;
  readonly quantity: number;
  /** Of the order that came; null for a block. */
  readonly side: 'Buy' | 'Sell' | null;
  readonly block?: true;
  /** Absent for what was missed. */
  readonly day?: TradingDay;
}

/** The matches of one interval (S36). */
export interface BarMessage extends SecurityEvent {
  readonly type: 'bar';
  readonly prevSeq: number;
  readonly trades: number;
  /** Shares. */
  readonly volume: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly last: string;
  /** Absent where it is not known with the last of its trades. */
  readonly day?: TradingDay;
}

export interface BustMessage extends SecurityEvent {
  readonly type: 'bust';
  readonly prevSeq: number;
  readonly tradeId: string;
  readonly price: string;
  readonly quantity: number;
}

export interface DayMessage extends SecurityEvent {
  readonly type: 'snapshot' | 'day';
  readonly day: TradingDay;
}

export type TradesMessage = TradeMessage | BarMessage | BustMessage | DayMessage;

export interface NextChange {
  readonly at: string;
  readonly market: Market;
}

/** snapshot: what holds now, of the venue where securityId is null; update: a change (S29). */
export interface MarketStateMessage {
  readonly type: 'snapshot' | 'update';
  readonly securityId: string | null;
  readonly seq: number;
  readonly prevSeq?: number;
  readonly cursor: string;
  readonly time: string;
  readonly market: Market;
  readonly reason?: string | null;
  readonly reasonCode?: string | null;
  readonly nextChange?: NextChange | null;
  readonly orderApproval?: boolean;
}

/** The operator's notice to all (S30). */
export interface NoticeMessage {
  readonly type: 'notice';
  readonly seq: number;
  readonly cursor: string;
  readonly time: string;
  readonly noticeId: string;
  readonly severity: 'info' | 'warning' | 'urgent';
  readonly securityId: string | null;
  readonly text: string;
}

export type MarketMessage = MarketStateMessage | NoticeMessage;

export interface OrdersMessage {
  readonly type: 'event';
  readonly seq: number;
  readonly prevSeq: number;
  readonly cursor: string;
  /** As in GET /v3/events (S31). */
  readonly event: Answer<'getEvents'>['events'][number];
}
