import type { Millionths, SecurityId } from '../../api/index.ts';

interface Prices {
  /** The operator's price; null: none. */
  set: Millionths | null;
  /** Of the last match; null before the first. */
  last: Millionths | null;
}

/** The prices around which price bands lie (V51), in millionths of a dollar. */
export class ReferencePrices {
  readonly #prices = new Map<SecurityId, Prices>();

  /** That of the operator, or else that of the last match; null if absent. */
  of(securityId: SecurityId): Millionths | null {
    const prices = this.#prices.get(securityId);
    return prices === undefined ? null : (prices.set ?? prices.last);
  }

  /** That of the last match; null before the first. */
  lastOf(securityId: SecurityId): Millionths | null {
    return this.#prices.get(securityId)?.last ?? null;
  }

  /** Whether the price is one that the operator set. */
  isSet(securityId: SecurityId): boolean {
    return (this.#prices.get(securityId)?.set ?? null) !== null;
  }

  set(securityId: SecurityId, price: Millionths | null): void {
    this.#pricesOf(securityId).set = price;
  }

  matched(securityId: SecurityId, price: Millionths): void {
    this.#pricesOf(securityId).last = price;
  }

  entries(): (readonly [securityId: SecurityId, set: Millionths | null, last: Millionths | null])[] {
    return [...this.#prices]
      .map(([securityId, { set, last }]) => [securityId, set, last] as const)
      .sort(([a], [b]) => a - b);
  }

  restore(securityId: SecurityId, set: Millionths | null, last: Millionths | null): void {
    this.#prices.set(securityId, { set, last });
  }

  #pricesOf(securityId: SecurityId): Prices {
    let prices = this.#prices.get(securityId);
    if (prices === undefined) {
      prices = { set: null, last: null };
      this.#prices.set(securityId, prices);
    }
    return prices;
  }
}
