import type { OrderRecord } from '../order-record.ts';

type Open = Pick<OrderRecord, 'ticket' | 'price' | 'remaining'>;

/** What the live orders of a client, or of one of its accounts, come to (V50). */
export class Exposure {
  orders = 0;
  /** Price times what remains, in millionths of a dollar. */
  value = 0n;
  /** Shares that are offered, by account and security. */
  readonly #sells = new Map<string, number>();

  /** The order counts from now on, as it stands. */
  hold(order: Open): void {
    this.#count(order, 1);
  }

  /** The order counts no more; it stands as it did when it was held. */
  release(order: Open): void {
    this.#count(order, -1);
  }

  openSells(accountId: string | null, securityId: number): number {
    return this.#sells.get(sellsKey(accountId, securityId)) ?? 0;
  }

  #count({ ticket, price, remaining }: Open, by: 1 | -1): void {
    this.orders += by;
    const value = notionalOf(price, remaining);
    this.value += by === 1 ? value : -value;
    if (ticket.side === 'buy') return;
    const key = sellsKey(ticket.accountId, ticket.securityId);
    const shares = (this.#sells.get(key) ?? 0) + by * remaining;
    if (shares === 0) this.#sells.delete(key);
    else this.#sells.set(key, shares);
  }
}

/** In millionths of a dollar, exact: the largest product does not fit a JavaScript number. */
export function notionalOf(price: number, quantity: number): bigint {
  const product = price * quantity;
  return Number.isSafeInteger(product) ? BigInt(product) : BigInt(price) * BigInt(quantity);
}

function sellsKey(accountId: string | null, securityId: number): string {
  return `${securityId}\n${accountId ?? ''}`;
}
