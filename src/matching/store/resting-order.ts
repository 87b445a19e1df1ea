import type { Shares } from './ids.ts';
import type { EntryTerms, ReplacedTerms } from './order.ts';
import type { Records, Ref } from './records.ts';

/** A copy of an order in the book. Price in millionths of a dollar, quantities in shares. */
export interface RestingOrder extends Omit<EntryTerms, 'filled'> {
  readonly remaining: Shares;
  /** The place of an order with a display quantity (M19); absent without one. */
  readonly shown?: Displayed;
}

/**
 * @param displayed the shares that show now, @param joined when the order joined the book: its own place among all
 * orders of the book by time, counted from 1, or, where it was refilled, a number between those of two others
 */
export interface Displayed {
  readonly displayed: Shares;
  readonly joined: number;
}

/** The terms of an order that a replacement may change. */
export function replaceableTerms(records: Records, order: Ref): ReplacedTerms {
  return {
    price: records.price(order),
    quantity: records.quantity(order),
    contingency: records.contingency(order),
    minimum: records.minimum(order),
    display: records.display(order),
  };
}

/** @param orders all of a book, by their time */
export function restingOrders(records: Records, orders: readonly Ref[]): RestingOrder[] {
  const joined = joinedAmong(records, orders);
  return orders.map((order) => restingOrder(records, order, joined.get(order)));
}

function restingOrder(records: Records, order: Ref, joined: number | undefined): RestingOrder {
  const terms = {
    orderId: records.orderId(order),
    side: records.side(order),
    price: records.price(order),
    quantity: records.quantity(order),
    remaining: records.remaining(order),
    contingency: records.contingency(order),
    minimum: records.minimum(order),
    disclosed: records.disclosed(order),
    owner: records.owner(order),
    guards: records.guards(order),
    display: records.display(order),
  };
  return joined === undefined ? terms : { ...terms, shown: { displayed: records.displayed(order), joined } };
}

/** Of the orders with a display quantity when they joined, by the times that `restore` will give to all. */
function joinedAmong(records: Records, orders: readonly Ref[]): Map<Ref, number> {
  const joined = new Map<Ref, number>();
  const parted = orders.filter((order) => records.further(order) !== 0);
  parted.sort((a, b) => records.joined(a) - records.joined(b));
  let older = 0;
  let between: Ref[] = [];
  const place = () => {
    for (const [i, order] of between.entries()) joined.set(order, older + (i + 1) / (between.length + 1));
    between = [];
  };
  for (const order of parted) {
    const time = records.joined(order);
    if (older < orders.length && records.time(orders[older]!) < time) {
      place();
      while (older < orders.length && records.time(orders[older]!) < time) older++;
    }
    if (records.time(order) === time) joined.set(order, older + 1);
    else between.push(order);
  }
  place();
  return joined;
}
