import { ALL_OR_NONE, type BookContingency, type BookSide, BUY, MINIMUM, NONE, SELL } from '../../matching/index.ts';
import {
  type Contingency,
  isAtAuction,
  type OrderFees,
  type OrderTicket,
  type OrderView,
  type SecurityId,
  type Shares,
  type Side,
} from '../api/index.ts';
import { AT, entryValues, ticketFrom, type Values } from '../commands/index.ts';
import type { Holder } from './register/holder.ts';

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
  /** Its account, as the register has it, since it was matched; null before. */
  holder: Holder | null;
};

/** A copy that later changes of the order do not reach; its ticket is the order's own. */
export function viewOf(order: OrderRecord): OrderView {
  const view: OrderView = {
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
    executed: order.executed,
    status: order.status,
    updatedAt: order.updatedAt,
    reason: order.reason,
    ended: order.ended,
    selfTrade: order.selfTrade,
    held: order.held,
  };
  const { displayed, fees } = order;
  if (displayed === undefined && fees === undefined) return view;
  return { ...view, ...(displayed === undefined ? {} : { displayed }), ...(fees === undefined ? {} : { fees }) };
}

/** The display quantity of an order (M19); 0: it shows whole. */
export function displayOf({ ticket, displayed }: Pick<OrderView, 'ticket' | 'displayed'>): Shares {
  return displayed === undefined ? 0 : (ticket.optional?.displayQuantity ?? 0);
}

/** Whether its book shows it. */
export function isShown(ticket: OrderTicket): boolean {
  return ticket.disclosed && !isAtAuction(ticket);
}

export function bookSideOf(side: Side): BookSide {
  return side === 'buy' ? BUY : SELL;
}

export function bookContingencyOf(contingency: Contingency): BookContingency {
  if (contingency === 'None') return NONE;
  return contingency === 'All or None' ? ALL_OR_NONE : MINIMUM;
}

/**
 * The order as a snapshot keeps it: its entry as in the journal, but with its present terms, then the values that the
 * venue added.
 */
export function valuesOf(order: OrderRecord): Values {
  const { orderId, issuerId, inSession, remaining, status, updatedAt, reason, selfTrade, executed } = order;
  const rest: unknown[] = [orderId, issuerId, inSession, remaining, status, updatedAt, reason, selfTrade, executed];
  if (order.fees !== undefined) rest.push(order.displayed ?? null, order.fees);
  else if (order.displayed !== undefined) rest.push(order.displayed);
  return entryValues('order', order.createdAt, order, rest);
}

/** Positions of the values that the venue added. */
const ADDED = {
  orderId: 0,
  issuerId: 1,
  inSession: 2,
  remaining: 3,
  status: 4,
  updatedAt: 5,
  reason: 6,
  selfTrade: 7,
  executed: 8,
  displayed: 9,
  fees: 10,
} as const;

/** The inverse of valuesOf. Written out by hand because a start reads a million of them. */
export function recordFrom(values: Values): OrderRecord {
  const rest = values[AT.rest] as Values;
  const order = {
    orderId: rest[ADDED.orderId],
    ticket: ticketFrom(values),
    issuerId: rest[ADDED.issuerId],
    inSession: rest[ADDED.inSession],
    createdAt: values[AT.time],
    quantity: values[AT.quantity],
    price: values[AT.price],
    contingency: values[AT.contingency],
    minimum: values[AT.minimum],
    remaining: rest[ADDED.remaining],
    executed: rest[ADDED.executed],
    status: rest[ADDED.status],
    updatedAt: rest[ADDED.updatedAt],
    reason: rest[ADDED.reason],
    // A snapshot keeps live orders only.
    ended: null,
    // TransferState has it.
    held: null,
    selfTrade: rest[ADDED.selfTrade],
    entryBefore: null,
    entryAfter: null,
    client: null,
    clientBefore: null,
    clientAfter: null,
    holder: null,
  } as OrderRecord;
  const displayed = rest[ADDED.displayed] as Shares | null | undefined;
  if (displayed !== undefined && displayed !== null) order.displayed = displayed;
  const fees = rest[ADDED.fees] as OrderFees | undefined;
  if (fees !== undefined) order.fees = fees;
  return order;
}

/** The live orders of a client in one security. */
interface OrdersInSecurity {
  /** In the order in which they were entered, chained through the orders themselves. */
  first: OrderRecord | null;
  last: OrderRecord | null;
  /** How many have a contingency. */
  contingent: number;
}

/** The live orders of one client, by security, and how many they are. */
export class ClientOrders {
  #live = 0;
  /** A client without orders takes no room. */
  readonly #securities = new Map<SecurityId, OrdersInSecurity>();

  /** How many there are. */
  get live(): number {
    return this.#live;
  }

  /** The securities in which it has orders, in an order that depends on nothing else. */
  get securityIds(): SecurityId[] {
    return [...this.#securities.keys()].sort((a, b) => a - b);
  }

  /** The oldest order in a security; the later ones are `clientAfter`. */
  firstIn(securityId: SecurityId): OrderRecord | null {
    return this.#securities.get(securityId)?.first ?? null;
  }

  add(order: OrderRecord): void {
    const { securityId } = order.ticket;
    let own = this.#securities.get(securityId);
    if (own === undefined) {
      own = { first: null, last: null, contingent: 0 };
      this.#securities.set(securityId, own);
    }
    order.client = this;
    order.clientBefore = own.last;
    if (own.last === null) own.first = order;
    else own.last.clientAfter = order;
    own.last = order;
    this.#live++;
    if (order.contingency !== 'None') own.contingent++;
  }

  delete(order: OrderRecord): void {
    const { clientBefore, clientAfter, ticket } = order;
    const own = this.#securities.get(ticket.securityId) as OrdersInSecurity;
    if (clientBefore === null) own.first = clientAfter;
    else clientBefore.clientAfter = clientAfter;
    if (clientAfter === null) own.last = clientBefore;
    else clientAfter.clientBefore = clientBefore;
    order.clientBefore = order.clientAfter = null;
    this.#live--;
    if (order.contingency !== 'None') own.contingent--;
    if (own.first === null) this.#securities.delete(ticket.securityId);
  }

  /** How many have a contingency in this security. */
  contingentIn(securityId: SecurityId): number {
    return this.#securities.get(securityId)?.contingent ?? 0;
  }

  /** One of them is about to have another contingency. */
  changeContingency(order: OrderRecord, contingency: Contingency): void {
    const own = this.#securities.get(order.ticket.securityId) as OrdersInSecurity;
    own.contingent += Number(contingency !== 'None') - Number(order.contingency !== 'None');
  }

  *[Symbol.iterator](): Generator<OrderRecord, void, undefined> {
    for (const { first } of this.#securities.values()) {
      for (let order = first; order !== null; order = order.clientAfter) yield order;
    }
  }
}
