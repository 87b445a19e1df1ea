import type { OrderId, Shares } from '../api/index.ts';

/** Shares that orders to sell which are not held may still sell: by order, and their sums by owner. */
export class OfferedShares {
  readonly #byOrder = new Map<OrderId, number>();
  readonly #byOwner = new Map<string, number>();

  of(orderId: OrderId): Shares | undefined {
    return this.#byOrder.get(orderId);
  }

  by(owner: string): Shares {
    return this.#byOwner.get(owner) ?? 0;
  }

  /** Returns whether the owner offers less than before. */
  set(owner: string, orderId: OrderId, shares: Shares): boolean {
    const before = this.#byOrder.get(orderId) ?? 0;
    if (shares === before) return false;
    if (shares === 0) this.#byOrder.delete(orderId);
    else this.#byOrder.set(orderId, shares);
    const sum = this.by(owner) + shares - before;
    if (sum === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, sum);
    return shares < before;
  }

  clear(): void {
    this.#byOrder.clear();
    this.#byOwner.clear();
  }
}
