/** What the service sends on the stream (docs/api/stream.md). Fields that are not listed here may come too. */
import type { Frames } from '../generated/index.ts';
import type { Answer } from '../shared/index.ts';

type Sent<Name extends keyof Frames> = Readonly<Omit<Frames[Name], 'channel' | 'subscription'>>;

/** null: nothing to show; rfq: only requests for quotes (S6). */
export type Side = Readonly<Frames['topUpdate']['bid']>;
/** The best disclosed price of a side (S7). */
export type PricedSide = Extract<Side, { readonly price: string }>;
/** Of the disclosed orders with a contingency (S8). */
export type Contingent = NonNullable<PricedSide['contingent']>;
/** A price level (S26). */
export type Level = Readonly<Frames['depthUpdate']['bids'][number]>;
export type Market = Frames['topSnapshot']['market'];
/** The trading day of a security (S25). */
export type TradingDay = Readonly<Frames['day']['day']>;

/** The call of a security; null: none is on (S44). */
export type Call = Readonly<Frames['auctionSnapshot']['call']>;
/** The newest auction that is over; null: before the first. */
export type LastAuction = Readonly<Frames['auctionSnapshot']['last']>;
export type AuctionChange = Frames['auctionUpdate']['change'];

/** Any message; the fields of a type are read where it is taken. */
export interface Message {
  readonly type: string;
  readonly id?: string | number;
  readonly channel?: string;
  /** Of a subscription with a name (S43). */
  readonly subscription?: string;
  readonly securityId?: string;
  readonly seq?: number;
  readonly prevSeq?: number;
  readonly time?: string;
  readonly code?: string;
  readonly message?: string;
  readonly [field: string]: unknown;
}

export type TradeMessage = Sent<'trade'>;
/** The matches of one interval (S36). */
export type BarMessage = Sent<'bar'>;
export type BustMessage = Sent<'bust'>;
/** A match that the operator corrected. */
export type AdjustMessage = Sent<'adjust'>;
export type DayMessage = Sent<'tradesSnapshot'> | Sent<'day'>;
export type TradesMessage = TradeMessage | BarMessage | BustMessage | AdjustMessage | DayMessage;

export type NextChange = NonNullable<Frames['marketSnapshot']['nextChange']>;
/** snapshot: what holds now, of the venue where securityId is null; update: a change (S29). */
export type MarketStateMessage = Sent<'venueSnapshot'> | Sent<'marketSnapshot'> | Sent<'marketUpdate'>;
/** The operator's notice to all (S30). */
export type NoticeMessage = Sent<'notice'>;
export type MarketMessage = MarketStateMessage | NoticeMessage;

/** Of GET /v3/events and of the channel orders, by its eventType (H7). */
export type VenueEvent = Answer<'getEvents'>['events'][number];
/** A change of an order, as an execution report (H14). */
export type OrderEvent = Extract<VenueEvent, { readonly eventType: 'order' }>;
export type Execution = Readonly<OrderEvent['order']>;
/** With its match, price and shares. */
export type Fill = Extract<Execution, { readonly executionType: 'Fill' }>;
export type OrderStatus = Execution['orderStatus'];

/** An event as in GET /v3/events (S31). */
export type OrdersMessage = Omit<Sent<'event'>, 'event'> & { readonly event: VenueEvent };
