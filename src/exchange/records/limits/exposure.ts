import type { Millionths, SecurityId, Shares } from '../../api/index.ts';
import type { OrderRecord } from '../order-record.ts';

type Open = Pick<OrderRecord, 'ticket' | 'price' | 'remaining'>;

/** The sums over the live orders of a client, or of one of its accounts (V50). */
export class Exposure {
  orders = 0;
  /** Price times what remains, in millionths of a dollar. */
  value = 0n;
  /** Shares that are offered. */
  readonly #sells = new SharesHeld();

  /** The order counts from now on, as it is. */
  hold(order: Open): void {
    this.#count(order, order.remaining, 1);
  }

  /** The order no longer counts; it is as it was when it was held. */
  release(order: Open): void {
    this.#count(order, -order.remaining, -1);
  }

  /** Shares of an order were filled, perhaps all that remained. */
  filled(order: Open, shares: Shares, isLast: boolean): void {
    this.#count(order, -shares, isLast ? -1 : 0);
  }

  openSells(accountId: string | null, securityId: SecurityId): number {
    return this.#sells.of(accountId, securityId);
  }

  #count({ ticket, price }: Open, shares: Shares, orders: number): void {
    this.orders += orders;
    this.value += notionalOf(price, shares);
    if (ticket.side === 'buy') return;
    const { accountId, securityId } = ticket;
    this.#sells.set(accountId, securityId, this.#sells.of(accountId, securityId) + shares);
  }
}

/** In millionths of a dollar, exact: the largest product does not fit a JavaScript number. */
export function notionalOf(price: Millionths, quantity: Shares): bigint {
  const product = price * quantity;
  return Number.isSafeInteger(product) ? BigInt(product) : BigInt(price) * BigInt(quantity);
}

/** Shares by account and security: of one client. Zero takes no room. */
class SharesHeld {
  readonly #accounts = new Map<string | null, Map<SecurityId, number>>();

  of(accountId: string | null, securityId: SecurityId): number {
    return this.#accounts.get(accountId)?.get(securityId) ?? 0;
  }

  set(accountId: string | null, securityId: SecurityId, shares: Shares): void {
    let account = this.#accounts.get(accountId);
    if (account === undefined) {
      account = new Map();
      this.#accounts.set(accountId, account);
    }
    if (shares !== 0) account.set(securityId, shares);
    else account.delete(securityId);
    if (account.size === 0) this.#accounts.delete(accountId);
  }
}
