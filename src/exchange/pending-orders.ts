import type { OrderRecord } from './order-record.ts';

/** Fewer orders that no longer wait are not worth taking out. */
const GONE_MIN = 64;

/**
 * The orders of a security that wait for approval, by their id. One that waits no more stays where it stands until many have gone,
 * so that to add or take out one costs the same however many there are.
 */
export class PendingOrders {
  #orders: OrderRecord[] = [];
  #gone = 0;

  /** The order has just become Pending. */
  add(order: OrderRecord): void {
    const at = this.#placeOf(order.orderId);
    if (this.#orders[at] === order) this.#gone--;
    else this.#orders.splice(at, 0, order);
  }

  /** One of them is Pending no more. */
  leave(): void {
    this.#gone++;
    if (this.#gone < GONE_MIN || this.#gone * 2 < this.#orders.length) return;
    this.#orders = this.#orders.filter(isPending);
    this.#gone = 0;
  }

  /** At most `limit` of those with a higher id, the lowest first. */
  after(orderId: number, limit: number): OrderRecord[] {
    const found: OrderRecord[] = [];
    for (let at = this.#placeOf(orderId + 1); at < this.#orders.length && found.length < limit; at++) {
      const order = this.#orders[at]!;
      if (isPending(order)) found.push(order);
    }
    return found;
  }

  /** Of the first order whose id is not below this. */
  #placeOf(orderId: number): number {
    let [low, high] = [0, this.#orders.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#orders[middle]!.orderId < orderId) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isPending({ status }: OrderRecord): boolean {
  return status === 'Pending';
}
