import { SortedMap } from '../collections/index.ts';
import { type DepthLevel, type ShownOrder, shownOf } from './market-reads.ts';
import type { OrderView } from './orders.ts';
import type { Millionths, OrderId } from './units.ts';

export function emptyLevel(price: Millionths): DepthLevel {
  return { price, quantity: 0, orders: 0, contingentQuantity: 0, contingentOrders: 0 };
}

export function isEmpty({ orders, contingentOrders }: DepthLevel): boolean {
  return orders === 0 && contingentOrders === 0;
}

export function sameLevel(one: DepthLevel, other: DepthLevel): boolean {
  return (
    one === other ||
    (one.quantity === other.quantity &&
      one.orders === other.orders &&
      one.contingentQuantity === other.contingentQuantity &&
      one.contingentOrders === other.contingentOrders)
  );
}

/** The levels of one side, by price, the best first. */
export class DepthSide {
  readonly isBid: boolean;
  readonly #levels: SortedMap<number, DepthLevel>;
  /** Prices at which something has changed since they were last cleared. */
  readonly touched = new Set<number>();

  constructor(isBid: boolean) {
    this.isBid = isBid;
    this.#levels = levelsByPrice(isBid);
  }

  at(price: Millionths): DepthLevel {
    return this.#levels.get(price) ?? emptyLevel(price);
  }

  /** @param sign 1: the order shows from now on; -1: it no longer does */
  count({ price, remaining, isContingent }: ShownOrder, sign: 1 | -1): void {
    this.touched.add(price);
    const level = this.at(price);
    const changed = isContingent
      ? {
          ...level,
          contingentQuantity: level.contingentQuantity + sign * remaining,
          contingentOrders: level.contingentOrders + sign,
        }
      : { ...level, quantity: level.quantity + sign * remaining, orders: level.orders + sign };
    if (isEmpty(changed)) this.#levels.delete(price);
    else this.#levels.set(price, changed);
  }

  /** The best `count` levels, best first. */
  best(count: number): DepthLevel[] {
    return this.#levels.values(count);
  }
}

/** Levels of a side by price, the best first. */
export function levelsByPrice(isBid: boolean): SortedMap<number, DepthLevel> {
  return new SortedMap(isBid ? (one, other) => other - one : (one, other) => one - other);
}

/** The disclosed levels of one book, made from its orders and kept by their events, each in the time of a look-up. */
export class DepthBook {
  readonly bids = new DepthSide(true);
  readonly offers = new DepthSide(false);
  readonly #orders = new Map<OrderId, ShownOrder>();

  constructor(orders: Iterable<ShownOrder>) {
    for (const order of orders) this.#set(order.orderId, order);
    this.clearTouched();
  }

  /** The order as an event left it. */
  take(order: OrderView): void {
    this.#set(order.orderId, shownOf(order));
  }

  clearTouched(): void {
    this.bids.touched.clear();
    this.offers.touched.clear();
  }

  #set(orderId: OrderId, now: ShownOrder | undefined): void {
    const before = this.#orders.get(orderId);
    if (before !== undefined) this.#sideOf(before).count(before, -1);
    if (now === undefined) {
      this.#orders.delete(orderId);
      return;
    }
    this.#orders.set(orderId, now);
    this.#sideOf(now).count(now, 1);
  }

  #sideOf({ side }: ShownOrder): DepthSide {
    return side === 'buy' ? this.bids : this.offers;
  }
}
