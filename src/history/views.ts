import type { MarketEventRow, MatchRow, OrderRow, RecordedOrderChange } from '../database/schema/index.ts';
import {
  type Amount,
  amountFrom,
  type CommandUser,
  type EventSeq,
  type Fill,
  isTerminal,
  type MarketCause,
  type MarketState,
  type MatchView,
  type Millionths,
  type OptionalTerms,
  type OrderChange,
  type OrderEnd,
  type OrderId,
  type OrderStatus,
  type OrderView,
  type SecurityId,
  type Shares,
  termsFrom,
} from '../exchange/api/index.ts';
import type { Microseconds } from '../time/units.ts';
import { ticketOf } from './ticket-columns.ts';

/** One change of an order, from the event with this sequence number. */
export interface OrderChangeView {
  readonly seq: EventSeq;
  readonly orderId: OrderId;
  readonly change: OrderChange;
  readonly status: OrderStatus;
  readonly remaining: Shares;
  readonly executed: Amount;
  /** Of a fill. */
  readonly fill?: Fill;
  /** Of a fill: whether the order came to the other one, which was there. */
  readonly isInitiator?: boolean;
  /** Of a replacement that gave the order another token: the one before, if it had one. */
  readonly previousToken?: string;
  readonly quantity: Shares;
  readonly price: Millionths;
  /** Those that the order then had, if any. */
  readonly optional?: OptionalTerms;
  readonly reason: string | null;
  readonly time: Microseconds;
  /** Who made it; absent: a call with an API key, or the venue. */
  readonly user?: CommandUser;
}

/** A market opened, closed or was halted. */
export interface MarketEventView {
  readonly seq: EventSeq;
  readonly securityId: SecurityId;
  readonly market: MarketState;
  readonly reason: string | null;
  /** Null of events from before it was kept. */
  readonly cause: MarketCause | null;
  readonly time: Microseconds;
}

export function orderView(row: OrderRow): OrderView {
  return Object.freeze({
    orderId: row.order_id,
    ticket: ticketOf(row),
    issuerId: row.issuer_id,
    inSession: row.in_session === 1,
    createdAt: row.created_at,
    price: row.price,
    quantity: row.quantity,
    remaining: row.remaining,
    executed: amountFrom(row.executed),
    contingency: row.contingency,
    minimum: row.minimum,
    status: row.status,
    updatedAt: row.updated_at,
    reason: row.reason,
    ended: endOf(row),
    selfTrade: row.self_trade ?? 'None',
    // A live order is read from the exchange.
    held: null,
  });
}

/** An order that ended unexecuted ended with its last change. */
function endOf({ status, last_change }: OrderRow): OrderEnd | null {
  return isTerminal(status) && status !== 'Executed' ? (last_change as OrderEnd) : null;
}

export function matchView(row: MatchRow): MatchView {
  return Object.freeze({
    matchId: row.match_id,
    securityId: row.security_id,
    time: row.matched_at,
    price: row.price,
    quantity: row.quantity,
    buyOrderId: row.buy_order_id,
    sellOrderId: row.sell_order_id,
    buyClientId: row.buy_client_id,
    sellClientId: row.sell_client_id,
    initiatorOrderId: row.hub_order_id,
    ...(row.block === 1 ? { block: true as const } : {}),
    ...(row.auction === null ? {} : { auction: row.auction }),
    ...(row.buy_fee === null ? {} : { buyFee: row.buy_fee }),
    ...(row.sell_fee === null ? {} : { sellFee: row.sell_fee }),
  });
}

export function orderChangeView(row: RecordedOrderChange): OrderChangeView {
  const { match_id: matchId, fill_price: price, fill_quantity: quantity } = row;
  const { user_id: userId, user_client_id: clientId, previous_token: previousToken } = row;
  const optional = termsFrom(row.optional);
  const paid = row.fill_fee === null ? {} : { fee: row.fill_fee };
  const fill =
    matchId === null || price === null || quantity === null ? undefined : { matchId, price, quantity, ...paid };
  return Object.freeze({
    seq: row.seq,
    orderId: row.order_id,
    change: row.change,
    status: row.status,
    remaining: row.remaining,
    executed: amountFrom(row.executed),
    quantity: row.quantity,
    price: row.price,
    reason: row.reason,
    time: row.changed_at,
    ...(fill === undefined ? {} : { fill, isInitiator: row.initiator_order_id === row.order_id }),
    ...(previousToken === null ? {} : { previousToken }),
    ...(optional === undefined ? {} : { optional }),
    ...(userId === null || clientId === null ? {} : { user: { userId, clientId } }),
  });
}

export function marketEventView(row: MarketEventRow): MarketEventView {
  return Object.freeze({
    seq: row.seq,
    securityId: row.security_id,
    market: row.market,
    reason: row.reason,
    cause: row.cause,
    time: row.occurred_at,
  });
}
