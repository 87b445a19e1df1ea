/**
 * Orders and matches as the rest of the program sees them. Units: docs/api/conventions.md (C13), times in microseconds
 * since 1970.
 */
import type { Microseconds } from '../../time/units.ts';
import type { OrderFees } from './fees.ts';
import type { OptionalTerms, SelfTrade } from './optional-terms.ts';
import type { HoldCause, OrderEnd } from './reasons.ts';
import type { Amount, IssuerId, MatchId, Millionths, OrderId, SecurityId, Shares } from './units.ts';

export type Side = 'buy' | 'sell';

export type OrderType = 'Limit' | 'RFQ' | 'Block';

/** Auction: until the next call is over (Q9). */
export type Expiration = 'GTC' | 'Day' | 'Other' | 'IOC' | 'Auction';

export type Contingency = 'None' | 'All or None' | 'Minimum Quantity';

/** The history stores the place of a status in this list: new ones are only added at the end. */
export const ORDER_STATUSES = [
  'Pending',
  'Live',
  'Partially Executed',
  'Executed',
  'Cancelled',
  'Partially Executed & Cancelled',
  'Not Approved',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Whether an order with this status never changes again. */
export function isTerminal(status: OrderStatus): boolean {
  return status !== 'Pending' && status !== 'Live' && status !== 'Partially Executed';
}

/**
 * The fields of an order that its client set on entry. Only the token may change, and then the order has another
 * ticket: one frozen object, shared by the command, the venue's record and every view.
 */
export interface OrderTicket {
  readonly clientId: string;
  readonly securityId: SecurityId;
  readonly memberId: string;
  readonly accountId: string | null;
  readonly type: OrderType;
  readonly side: Side;
  /** The caller's own value, echoed in answers and webhooks: that of the last replacement which gave one (H10). */
  readonly token: string | null;
  readonly disclosed: boolean;
  readonly solicited: boolean;
  readonly expiration: Expiration;
  /** YYYY-MM-DD (US Eastern) when expiration is Other, else null. */
  readonly expirationDate: string | null;
  readonly ip: string;
  /** Absent where the client gave none, the usual case. */
  readonly optional?: OptionalTerms;
}

/** The fields of an order that a replacement may change (M10). */
export interface OrderTerms {
  readonly quantity: Shares;
  readonly price: Millionths;
  readonly contingency: Contingency;
  /** Shares; 0 unless the contingency is Minimum Quantity. */
  readonly minimum: Shares;
}

/** An order as it was at one moment: a copy of what changes, which later changes do not reach. */
export interface OrderView extends OrderTerms {
  readonly orderId: OrderId;
  readonly ticket: OrderTicket;
  readonly issuerId: IssuerId;
  /** Whether the market of the security was open when the order came (operationHrStatus). */
  readonly inSession: boolean;
  readonly createdAt: Microseconds;
  readonly remaining: Shares;
  /** The sum of its fills: the average price is this over the executed shares. */
  readonly executed: Amount;
  readonly status: OrderStatus;
  readonly updatedAt: Microseconds;
  /** Why it changed last, fills apart, where that was said: by the issuer or by the venue. */
  readonly reason: string | null;
  /** Why it ended; null while it is live, and where it was executed. */
  readonly ended: OrderEnd | null;
  /** Its mode of self-trade prevention (M15). */
  readonly selfTrade: SelfTrade;
  /** The shares that show now of a live order with a display quantity (M19); absent without one. */
  readonly displayed?: Shares;
  /** What it paid for its executions; absent before the first one at which a schedule names it (X2). */
  readonly fees?: OrderFees;
  /** Why the order, live as it is, must not trade now (M16); null when it may. */
  readonly held: HoldCause | null;
}

/** The shares of an order that were traded. */
export function filledOf({ quantity, remaining }: Pick<OrderView, 'quantity' | 'remaining'>): Shares {
  return quantity - remaining;
}

/** The smallest fill that an order accepts in one execution (M3). */
export function leastFill(order: Pick<OrderView, 'contingency' | 'minimum' | 'remaining'>): number {
  if (order.contingency === 'None') return 1;
  return order.contingency === 'All or None' ? order.remaining : Math.min(order.minimum, order.remaining);
}

/** One match: a buy order and a sell order traded a quantity at a price. */
export interface MatchView {
  readonly matchId: MatchId;
  readonly securityId: SecurityId;
  readonly time: Microseconds;
  readonly price: Millionths;
  readonly quantity: Shares;
  readonly buyOrderId: OrderId;
  readonly sellOrderId: OrderId;
  readonly buyClientId: string;
  readonly sellClientId: string;
  /** The order whose entry or retry caused the execution (matching.md: the initiator). */
  readonly initiatorOrderId: OrderId;
  /** Of a negotiated block. */
  readonly block?: true;
  /** Of an auction of the security: which one. */
  readonly auction?: number;
  /** What the buy order paid for it (X4); absent where no schedule names the order, as the next. */
  readonly buyFee?: Millionths;
  readonly sellFee?: Millionths;
}

/** Changes after which an order lives on, or is executed. */
export const LIVE_CHANGES = ['entered', 'approved', 'filled', 'replaced', 'held', 'released', 'restated'] as const;

/** Why an order changed. */
export type OrderChange = (typeof LIVE_CHANGES)[number] | OrderEnd;
