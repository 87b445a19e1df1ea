/**
 * What the rest of the program may know of the exchange: commands go in, outcomes and events come out.
 *
 * Units everywhere: prices are whole millionths of a dollar, quantities whole shares, times whole microseconds since
 * 1970-01-01 UTC. All three are exact JavaScript integers (below 2^53).
 */
import type { CalendarDay, WeekSchedule } from '../calendar/schedule.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'Limit' | 'RFQ';
export type Expiration = 'GTC' | 'Day' | 'Other' | 'IOC';
export type Contingency = 'None' | 'All or None' | 'Minimum Quantity';
export type OrderStatus =
  | 'Pending'
  | 'Live'
  | 'Partially Executed'
  | 'Executed'
  | 'Cancelled'
  | 'Partially Executed & Cancelled'
  | 'Not Approved';

/** awaiting: the offering is Pending, orders wait; trading: Approved and ACTIVE; ended: denied, closed, cancelled, deleted. */
export type SecurityStatus = 'awaiting' | 'trading' | 'ended';

/** An order as it stood at one moment. The identity never changes; the rest is a copy, frozen in what is handed out. */
export interface OrderView {
  readonly orderId: number;
  readonly clientId: string;
  readonly securityId: number;
  readonly issuerId: number;
  readonly memberId: string;
  readonly accountId: string | null;
  readonly type: OrderType;
  readonly side: Side;
  /** The caller's own value, echoed where the specification says so. */
  readonly token: string | null;
  readonly disclosed: boolean;
  readonly solicited: boolean;
  readonly expiration: Expiration;
  /** YYYY-MM-DD (US Eastern) when expiration is Other, else null. */
  readonly expirationDate: string | null;
  readonly ip: string;
  /** Whether the market of the security was open when the order came (operationHrStatus). */
  readonly inSession: boolean;
  readonly createdAt: number;
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
  readonly contingency: Contingency;
  /** Shares; 0 unless the contingency is Minimum Quantity. */
  readonly minimum: number;
  readonly status: OrderStatus;
  readonly updatedAt: number;
}

/** One match: a buy order and a sell order traded a quantity at a price. */
export interface MatchView {
  readonly matchId: number;
  readonly securityId: number;
  readonly time: number;
  readonly price: number;
  readonly quantity: number;
  readonly buyOrderId: number;
  readonly sellOrderId: number;
  readonly buyClientId: string;
  readonly sellClientId: string;
  /** The order whose entry or retry caused the execution (matching.md: the hub). */
  readonly hubOrderId: number;
}

/** One side of the visible top of book (stream.md). Shares and counts are of disclosed orders only. */
export interface PricedTop {
  readonly price: number;
  readonly quantity: number;
  readonly orders: number;
  readonly contingentQuantity: number;
  readonly contingentOrders: number;
  /** The best price that a plain order can hit, when it differs from price. */
  readonly firm: { readonly price: number; readonly quantity: number; readonly orders: number } | null;
}
/** null: nothing to show; 'RFQ': no disclosed Limit order, but a live RFQ order. */
export type TopSide = PricedTop | 'RFQ' | null;

export interface TopOfBook {
  readonly securityId: number;
  /** Counts the changes of this security's visible top from 1; 0 before the first. Survives restarts. */
  readonly seq: number;
  readonly time: number;
  readonly bid: TopSide;
  readonly offer: TopSide;
}

export type MarketState = 'open' | 'closed' | 'halted';

export interface SecurityView {
  readonly securityId: number;
  readonly issuerId: number;
  /** The client that owns the offering: it approves orders and changes the settings. */
  readonly ownerClientId: string;
  readonly name: string;
  readonly status: SecurityStatus;
  readonly orderApproval: boolean;
  /** Own hours, where the security has them; days that are absent follow the default schedule. */
  readonly hours: WeekSchedule | null;
  readonly market: MarketState;
  /** Why the market is halted; null while it is not. */
  readonly haltReason: string | null;
}

// ---------------------------------------------------------------- commands

export interface EnterCommand {
  readonly type: 'enter';
  readonly clientId: string;
  readonly securityId: number;
  readonly memberId: string;
  readonly accountId: string | null;
  readonly orderType: OrderType;
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
  readonly expiration: Expiration;
  readonly expirationDate: string | null;
  readonly disclosed: boolean;
  readonly contingency: Contingency;
  readonly minimum: number;
  readonly solicited: boolean;
  readonly token: string | null;
  readonly ip: string;
  readonly idempotency?: Idempotency;
}
export interface CancelCommand {
  readonly type: 'cancel';
  readonly clientId: string;
  readonly orderId: number;
  readonly idempotency?: Idempotency;
}
/** M10. Absent fields keep their value; quantity is the new total. */
export interface ReplaceCommand {
  readonly type: 'replace';
  readonly clientId: string;
  readonly orderId: number;
  readonly quantity?: number;
  readonly price?: number;
  readonly contingency?: Contingency;
  readonly minimum?: number;
  readonly idempotency?: Idempotency;
}
/** Approval or refusal of a Pending order by the client that owns the security. */
export interface DecideCommand {
  readonly type: 'decide';
  readonly clientId: string;
  readonly orderId: number;
  readonly issuerId: number;
  readonly approved: boolean;
  readonly reason: string | null;
}
/** Makes a security known or changes it; absent fields keep their value. The first one needs issuerId, ownerClientId, name, status. */
export interface SecurityCommand {
  readonly type: 'security';
  readonly securityId: number;
  readonly issuerId?: number;
  readonly ownerClientId?: string;
  readonly name?: string;
  readonly status?: SecurityStatus;
  readonly orderApproval?: boolean;
  /** null takes the security back to the default schedule. */
  readonly hours?: WeekSchedule | null;
}
export interface HaltCommand {
  readonly type: 'halt';
  readonly securityId: number;
  readonly reason: string;
}
export interface ResumeCommand {
  readonly type: 'resume';
  readonly securityId: number;
  readonly reason: string;
}
/** Operator's calendar: a date with other hours, closed, or back to the rule (day null). */
export interface CalendarCommand {
  readonly type: 'calendar';
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  readonly day: CalendarDay | null;
}

/** What a client may submit. The session clock has commands of its own. */
export type Command =
  | EnterCommand
  | CancelCommand
  | ReplaceCommand
  | DecideCommand
  | SecurityCommand
  | HaltCommand
  | ResumeCommand
  | CalendarCommand;

/** Same key and same body within 24 hours: the stored answer again. */
export interface Idempotency {
  /** The caller's key, 1 to 200 characters. */
  readonly key: string;
  /** A hash of the method and body. */
  readonly bodyHash: string;
}

export type Refusal =
  | 'unknown order'
  | 'order is terminal'
  | 'order is not pending'
  | 'issuer does not own the security'
  | 'unknown security'
  | 'security has ended'
  | 'quantity not above filled'
  | 'minimum out of range'
  | 'price required'
  | 'calendar is full'
  | 'idempotency key reused';

export interface Accepted {
  readonly ok: true;
  /** The order right after the command was accepted; for enter: Pending or Live, before any match of this command. */
  readonly order: OrderView | null;
  readonly lostPriority: boolean;
  /** True when an earlier command with the same idempotency key gave this outcome. */
  readonly replayed: boolean;
}
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  /** True when an earlier command with the same idempotency key was refused so. */
  readonly replayed: boolean;
}
export type Outcome = Accepted | Refused;

/** Thrown by submit when the venue does not accept commands: recovering, stopping, overloaded or failed. HTTP 503. */
export class VenueUnavailable extends Error {
  override readonly name = 'VenueUnavailable';
}

// ---------------------------------------------------------------- events

/** Why an order changed. */
export type OrderChange =
  | 'entered'
  | 'approved'
  | 'refused'
  | 'filled'
  | 'replaced'
  | 'cancelled'
  | 'expired'
  | 'immediate remainder cancelled'
  | 'security ended';

interface Sequenced {
  /** Engine-wide event sequence number: gapless, the same on every replay. */
  readonly seq: number;
  readonly time: number;
}
export interface OrderEvent extends Sequenced {
  readonly type: 'order';
  readonly change: OrderChange;
  /** The order right after this change (a copy, not the live record). */
  readonly order: OrderView;
  readonly reason: string | null;
}
export interface MatchEvent extends Sequenced {
  readonly type: 'match';
  readonly match: MatchView;
}
export interface TopEvent extends Sequenced {
  readonly type: 'top';
  readonly top: TopOfBook;
}
export interface MarketEvent extends Sequenced {
  readonly type: 'market';
  readonly securityId: number;
  readonly market: MarketState;
  readonly reason: string | null;
}
export interface SecurityEvent extends Sequenced {
  readonly type: 'security';
  readonly security: SecurityView;
}
export type ExchangeEvent = OrderEvent | MatchEvent | TopEvent | MarketEvent | SecurityEvent;

/** The exchange as modules, webhooks and the stream see it. Reads answer from durable state only. */
export interface Exchange {
  /** Resolves once the command is durable and applied. Commands are applied in the order of the calls. */
  submit(command: Command): Promise<Outcome>;
  /** What an earlier command with this idempotency key gave (marked replayed), or undefined for a new key. */
  remembered(clientId: string, idempotency: Idempotency): Outcome | undefined;
  /** A live order, or a recent terminal one that the history may not hold yet. */
  order(orderId: number): OrderView | undefined;
  /** Live and recent orders of the client with this token, oldest first. */
  ordersWithToken(clientId: string, token: string): OrderView[];
  /** Matches of an order that the history may not hold yet, oldest first. */
  recentMatchesOf(orderId: number): MatchView[];
  /** A match that the history may not hold yet. */
  match(matchId: number): MatchView | undefined;
  security(securityId: number): SecurityView | undefined;
  securities(): SecurityView[];
  topOfBook(securityId: number): TopOfBook | undefined;
  /** Top-of-book changes after seq `after`, oldest first; undefined when they are no longer kept. */
  topsSince(securityId: number, after: number): TopOfBook[] | undefined;
  /** Operator's dates of the calendar, by date. */
  calendarDays(): ReadonlyMap<string, CalendarDay>;
  /** Now, by the venue's clock, in microseconds since 1970. */
  now(): number;
  /** The next change of a security's market by its schedule, or null when none is known (always open). */
  nextTransition(securityId: number): { readonly time: number; readonly market: 'open' | 'closed' } | null;
  /** The sequence number of the last event. */
  lastEventSeq(): number;
  /** Calls back with each durable event, in order, never before it is durable. Returns a function that ends it. */
  subscribe(listener: (event: ExchangeEvent) => void): () => void;
}
