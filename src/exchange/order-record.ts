import { ALL_OR_NONE, type BookContingency, type BookSide, BUY, MINIMUM, NONE, SELL } from '../matching/index.ts';
import type { ClientOrders } from './client-orders.ts';
import type { Contingency, OrderView, Side } from './interface.ts';
import { AT, entryValues, ticketFrom, type Values } from './order-values.ts';

/** A live order as the venue keeps it: the view's fields, the last of which change, and its place among the entries. */
export type OrderRecord = {
  -readonly [K in keyof OrderView]: OrderView[K];
} & {
  /** Neighbours in the OrderList of the security. */
  entryBefore: OrderRecord | null;
  entryAfter: OrderRecord | null;
  /** All of its client; null before the order is among them. */
  client: ClientOrders | null;
  /** Neighbours there. */
  clientBefore: OrderRecord | null;
  clientAfter: OrderRecord | null;
};

/** A copy that later changes of the order do not reach; its ticket is the order's own. */
export function viewOf(order: OrderRecord): OrderView {
  return {
    orderId: order.orderId,
    ticket: order.ticket,
    issuerId: order.issuerId,
    inSession: order.inSession,
    createdAt: order.createdAt,
    quantity: order.quantity,
    price: order.price,
    contingency: order.contingency,
    minimum: order.minimum,
    remaining: order.remaining,
    status: order.status,
    updatedAt: order.updatedAt,
    reason: order.reason,
    ended: order.ended,
    selfTrade: order.selfTrade,
    held: order.held,
  };
}

export function bookSideOf(side: Side): BookSide {
  return side === 'buy' ? BUY : SELL;
}

export function bookContingencyOf(contingency: Contingency): BookContingency {
  if (contingency === 'None') return NONE;
  return contingency === 'All or None' ? ALL_OR_NONE : MINIMUM;
}

/** The inverse of bookContingencyOf. */
export function contingencyOf(contingency: BookContingency): Contingency {
  if (contingency === NONE) return 'None';
  return contingency === ALL_OR_NONE ? 'All or None' : 'Minimum Quantity';
}

/**
 * The order as a snapshot keeps it: as its entry in the journal, with the terms of now, and behind it what the venue
 * added.
 */
export function valuesOf(order: OrderRecord): Values {
  const { orderId, issuerId, inSession, remaining, status, updatedAt, reason, selfTrade } = order;
  const rest = [orderId, issuerId, inSession, remaining, status, updatedAt, reason, selfTrade];
  return entryValues('order', order.createdAt, order, rest);
}

/** The inverse of valuesOf. Written out by hand because a start reads a million of them. */
export function recordFrom(values: Values): OrderRecord {
  const rest = values[AT.rest] as Values;
  return {
    orderId: rest[0],
    ticket: ticketFrom(values),
    issuerId: rest[1],
    inSession: rest[2],
    createdAt: values[AT.time],
    quantity: values[AT.quantity],
    price: values[AT.price],
    contingency: values[AT.contingency],
    minimum: values[AT.minimum],
    remaining: rest[3],
    status: rest[4],
    updatedAt: rest[5],
    reason: rest[6],
    // A snapshot keeps live orders only.
    ended: null,
    // TransferRecord.state has it.
    held: null,
    // Absent in snapshots of earlier versions.
    selfTrade: rest[7] ?? 'None',
    entryBefore: null,
    entryAfter: null,
    client: null,
    clientBefore: null,
    clientAfter: null,
  } as OrderRecord;
}
