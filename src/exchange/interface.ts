/**
 * What the rest of the program may know of the exchange: commands go in, outcomes and events come out.
 *
 * Units everywhere: prices are whole millionths of a dollar, quantities whole shares, times whole microseconds since
 * 1970-01-01 UTC. All three are exact JavaScript integers (below 2^53).
 */

import type { WeekSchedule } from '../calendar/schedule.ts';
import type { BlockCommand, BlockView } from './block-commands.ts';
import type { Idempotency, Keyed } from './idempotency.ts';
import type { KillSwitch } from './limits/kill-switches.ts';
import type { LimitBreach } from './limits/limit-checks.ts';
import type { LimitCommand } from './limits/limit-commands.ts';
import type { LimitName } from './limits/limit-policy.ts';
import type { CalendarCommand, HaltCommand, ResumeCommand } from './market-commands.ts';
import type { NoticeCommand, NoticeView } from './notices.ts';
import type { HoldCause, MarketCause, OrderEnd, Refusal } from './reasons.ts';
import type { BindCommand, IdCommand, ReferenceMarks } from './reference-commands.ts';
import type { RiskCommand, SelfTrade } from './risk-commands.ts';
import type { TopOfBook } from './top-views.ts';
import type { TransferCommand } from './transfer-commands.ts';
import type { RfqPage } from './transfer-reads.ts';

export type { BlockReads, BlockView } from './block-commands.ts';
export type { Idempotency } from './idempotency.ts';
export type { KillSwitch, SwitchOwner, SwitchScope } from './limits/kill-switches.ts';
export type { LimitBreach } from './limits/limit-checks.ts';
export { type LimitName, type LimitPolicy, loosenedBy } from './limits/limit-policy.ts';
export type { Position } from './limits/positions.ts';
export type { ClientLimits, RiskReads } from './limits/risk-reads.ts';
export { type MarketReads, type ShownOrder, shownOf, type UsualHours } from './market-reads.ts';
export * from './notices.ts';
export type { HoldCause, MarketCause, OrderEnd, Refusal } from './reasons.ts';
export type { CancelOrdersCommand, SelfTrade } from './risk-commands.ts';
export type { PricedTop, TopOfBook, TopSide } from './top-views.ts';
export type { RegisteredHolding, ReportedHolding, TransferRules, TransferRulesView } from './transfer-commands.ts';
export type { RfqPage, TransferReads } from './transfer-reads.ts';
export type { BindCommand, CalendarCommand, HaltCommand, IdCommand, ReferenceMarks, ResumeCommand };

export type Side = 'buy' | 'sell';
export type OrderType = 'Limit' | 'RFQ' | 'Block';
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

/** Whether an order with this status never changes again. */
export function isTerminal(status: OrderStatus): boolean {
  return status !== 'Pending' && status !== 'Live' && status !== 'Partially Executed';
}

/** awaiting: the offering is Pending, orders wait; trading: Approved and ACTIVE; ended: denied, closed, deleted ... */
export type SecurityStatus = 'awaiting' | 'trading' | 'ended';

/**
 * What never changes of an order: what its client said once, on entering it. One frozen object, shared by the command,
 * the venue's record and every view.
 */
export interface OrderTicket {
  readonly clientId: string;
  readonly securityId: number;
  readonly memberId: string;
  readonly accountId: string | null;
  readonly type: OrderType;
  readonly side: Side;
  /** The caller's own value, echoed in answers and webhooks. */
  readonly token: string | null;
  readonly disclosed: boolean;
  readonly solicited: boolean;
  readonly expiration: Expiration;
  /** YYYY-MM-DD (US Eastern) when expiration is Other, else null. */
  readonly expirationDate: string | null;
  readonly ip: string;
}

/** What a replacement may change of an order (M10). */
export interface OrderTerms {
  readonly quantity: number;
  readonly price: number;
  readonly contingency: Contingency;
  /** Shares; 0 unless the contingency is Minimum Quantity. */
  readonly minimum: number;
}

/** An order as it stood at one moment: a copy of what changes, which later changes do not reach. */
export interface OrderView extends OrderTerms {
  readonly orderId: number;
  readonly ticket: OrderTicket;
  readonly issuerId: number;
  /** Whether the market of the security was open when the order came (operationHrStatus). */
  readonly inSession: boolean;
  readonly createdAt: number;
  readonly remaining: number;
  readonly status: OrderStatus;
  readonly updatedAt: number;
  /** Why it changed last, fills apart, where that was said: by the issuer or by the venue. */
  readonly reason: string | null;
  /** Why it ended; null while it is live, and where it was executed. */
  readonly ended: OrderEnd | null;
  /** What it does about others of its owner (M15). */
  readonly selfTrade: SelfTrade;
  /** Why the order, live as it is, must not trade now (M16); null when it may. */
  readonly held: HoldCause | null;
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
  /** The order whose entry or retry caused the execution (matching.md: the initiator). */
  readonly initiatorOrderId: number;
  /** Of a negotiated block. */
  readonly block?: true;
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
  /** Closed too, whatever the schedule says, while the status is not trading. */
  readonly market: MarketState;
  /** Whether its trading windows have it closed (F5). */
  readonly outsideWindow: boolean;
  /** Why the market is halted; null while it is not. */
  readonly haltReason: string | null;
  /** The newest revision of the offering that the venue was told of; 0 when it was told of none. */
  readonly revision: number;
}

/** Live orders (Pending, Live, Partially Executed) that one client may keep; an order beyond a limit is refused. */
export interface OrderLimits {
  readonly ordersPerClient: number;
  /** Orders with a contingency in one security: each of them is tried again whenever its book changes (M7). */
  readonly contingentPerSecurity: number;
  /** Orders that share a token. */
  readonly ordersPerToken: number;
  /** Seconds to confirm a block (V59). While absent, no prices of the day are kept (V60). */
  readonly blockSeconds?: number;
}

// ---------------------------------------------------------------- commands
/** `minimum` counts only where the contingency is Minimum Quantity. */
export interface EnterCommand extends OrderTerms {
  readonly type: 'enter';
  readonly ticket: OrderTicket;
  /** By default what is set for the account, or else for the client. */
  readonly selfTrade?: SelfTrade;
  /** Refused where a live order of the client has the token (H10). */
  readonly uniqueToken?: true;
  readonly idempotency?: Idempotency;
}
export interface CancelCommand {
  readonly type: 'cancel';
  readonly clientId: string;
  /** 0 where the token says which. */
  readonly orderId: number;
  /** Of the one live order of the client that has it (H11). */
  readonly token?: string;
  readonly idempotency?: Idempotency;
}
/** M10. Absent fields keep their value; quantity is the new total. */
export interface ReplaceCommand extends Partial<OrderTerms> {
  readonly type: 'replace';
  readonly clientId: string;
  /** As in CancelCommand. */
  readonly orderId: number;
  readonly token?: string;
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
  /** What the decision is about: terms that the order no longer has are not decided on. Absent fields may be any. */
  readonly terms?: { readonly quantity?: number; readonly price?: number; readonly contingency?: Contingency };
}
/** Trades an RFQ order with a quote that its client accepted: an order made for the quote is executed at once (V39). */
export interface TakeQuoteCommand {
  readonly type: 'takeQuote';
  /** The client of the RFQ order. */
  readonly clientId: string;
  readonly orderId: number;
  /** Of the order that is made for the quote: on the other side, of the client that quotes. */
  readonly ticket: OrderTicket;
  readonly quantity: number;
  readonly price: number;
  /** What was filled of the RFQ order when it was decided to trade: once that is more, nothing is done. */
  readonly filled: number;
}
/**
 * Makes a security known or changes it; absent fields keep their value. The first one needs issuerId, ownerClientId,
 * name, status.
 */
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
  /** Which change of the offering this is, counted from 1: the database must never be older. */
  readonly revision?: number;
}
/** What may be submitted. The session clock and the sequencer have commands of their own. */
export type Command = (
  | EnterCommand
  | CancelCommand
  | ReplaceCommand
  | DecideCommand
  | TakeQuoteCommand
  | SecurityCommand
  | HaltCommand
  | ResumeCommand
  | CalendarCommand
  | BindCommand
  | IdCommand
  | NoticeCommand
  | RiskCommand
  | LimitCommand
  | TransferCommand
  | BlockCommand
) &
  Keyed;

export interface Accepted {
  readonly ok: true;
  /** The order right after the command was accepted; for enter: Pending or Live, before any match of this command. */
  readonly order: OrderView | null;
  readonly lostPriority: boolean;
  /** Of a mass cancel: the ids of the orders, oldest first. */
  readonly cancelled?: readonly number[];
  /** Of limits: the version that they have become (V53). */
  readonly version?: number;
  /** Of the command of a block: as it left it. */
  readonly block?: BlockView;
  /** True when an earlier command with the same idempotency key gave this outcome. */
  readonly replayed: boolean;
  /** Of a replayed outcome: when the earlier command took effect. */
  readonly at?: number;
}
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  /** True when an earlier command with the same idempotency key was refused so, by a release that kept refusals. */
  readonly replayed: boolean;
  readonly at?: number;
  /** The limit that the order would be beyond (V50). */
  readonly breach?: LimitBreach;
  /** The kill switch that stops it (V54). */
  readonly stopping?: KillSwitch;
  /** The field that would be looser than it is (V53). */
  readonly loosened?: LimitName;
  /** The order that has the token. */
  readonly holder?: number;
}
export type Outcome = Accepted | Refused;

/** Thrown by submit when the venue does not accept commands: recovering, stopping, overloaded or failed. HTTP 503. */
export class VenueUnavailable extends Error {
  override readonly name = 'VenueUnavailable';
}

// ---------------------------------------------------------------- events

/** Why an order changed. */
export type OrderChange = 'entered' | 'approved' | 'filled' | 'replaced' | 'held' | 'released' | OrderEnd;

interface Sequenced {
  /** Sequence number of the event in its shard: gapless, the same on every replay. */
  readonly seq: number;
  readonly time: number;
}
export interface OrderEvent extends Sequenced {
  readonly type: 'order';
  readonly change: OrderChange;
  /** The order right after this change (a copy, not the live record). */
  readonly order: OrderView;
  readonly reason: string | null;
  /** Of a replacement: whether the order lost its place in the book. */
  readonly lostPriority?: boolean;
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
  /** What the operator said. */
  readonly reason: string | null;
  readonly cause: MarketCause;
}
export interface SecurityEvent extends Sequenced {
  readonly type: 'security';
  readonly security: SecurityView;
}
export interface NoticeEvent extends Sequenced {
  readonly type: 'notice';
  readonly notice: NoticeView;
}
export type ExchangeEvent = OrderEvent | MatchEvent | TopEvent | MarketEvent | SecurityEvent | NoticeEvent;

// ---------------------------------------------------------------- what others may ask, of durable state only

/** At once where the venue's state is at hand; a promise where its position must be waited for first. */
export type Awaitable<T> = T | Promise<T>;

/** An order, and those of its matches that the history may not hold yet, oldest first: both of the same moment. */
export interface RecentOrder {
  readonly order: OrderView;
  readonly matches: readonly MatchView[];
}

/** What may be read of orders and matches. The history has the older ones; ids tell the shard. */
export interface OrderReads {
  /** What an earlier command with this idempotency key gave (marked replayed), or undefined for a new key. */
  remembered(clientId: string, idempotency: Idempotency): Awaitable<Outcome | undefined>;
  /** A live order, or a recent terminal one that the history may not hold yet. */
  order(orderId: number): Awaitable<OrderView | undefined>;
  /** The same with its matches. */
  recentOrder(orderId: number): Awaitable<RecentOrder | undefined>;
  /**
   * Orders of the client with this token whose entry the history may not hold yet: the newest `limit` below `before`,
   * oldest first.
   */
  recentWithToken(clientId: string, token: string, limit: number, before: number): Awaitable<readonly OrderView[]>;
  /** Pending orders of a security with an id above `after`: the first `limit`, oldest first. */
  pendingOrders(securityId: number, after: number, limit: number): Awaitable<readonly OrderView[]>;
  /** Live RFQ orders of a security that disclose. */
  rfqOrders(securityId: number, page: RfqPage): Awaitable<readonly OrderView[]>;
  /** A match that the history may not hold yet. */
  match(matchId: number): Awaitable<MatchView | undefined>;
}

/** Orders and matches. */
export interface Orders extends OrderReads {
  /** Resolves once the command is durable and applied. Commands are applied in the order of the calls. */
  submit(command: Command): Promise<Outcome>;
}

/** Securities and their markets. */
export interface Markets {
  security(securityId: number): SecurityView | undefined;
  securities(): SecurityView[];
  topOfBook(securityId: number): TopOfBook | undefined;
  /** Now, by the venue's clock, in microseconds since 1970. */
  nowUs(): number;
  /**
   * The next change of a security's market by its schedule; null when none is known: always open, or not to be traded.
   */
  nextTransition(securityId: number): { readonly time: number; readonly market: 'open' | 'closed' } | null;
}

/** What happens, as it happens, in one shard: sequence numbers of events are its own and tell nothing of another's. */
export interface EventFeed {
  /** Which venue it is: the id that its database was given; empty before. */
  readonly venueId: string;
  readonly shard: number;
  /** The sequence number of the last event. */
  lastEventSeq(): number;
  /** Calls back with each durable event, in order, never before it is durable. Returns a function that ends it. */
  subscribe(listener: (event: ExchangeEvent) => void): () => void;
  /** Top-of-book changes after seq `after`, oldest first; undefined when they are no longer kept. */
  topsSince(securityId: number, after: number): TopOfBook[] | undefined;
}
