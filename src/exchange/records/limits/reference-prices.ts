interface Prices {
  /** What the operator set; null: nothing. */
  set: number | null;
  /** Of the last match; null before the first. */
  last: number | null;
}

/** The prices around which price bands lie (V51), in millionths of a dollar. */
export class ReferencePrices {
  readonly #prices = new Map<number, Prices>();

  /** That of the operator, or else that of the last match; null if absent. */
  of(securityId: number): number | null {
    const prices = this.#prices.get(securityId);
    return prices === undefined ? null : (prices.set ?? prices.last);
  }

  /** Whether the price is one that the operator set. */
  isSet(securityId: number): boolean {
    return (this.#prices.get(securityId)?.set ?? null) !== null;
  }

  set(securityId: number, price: number | null): void {
    this.#pricesOf(securityId).set = price;
  }

  matched(securityId: number, price: number): void {
    this.#pricesOf(securityId).last = price;
  }

  entries(): (readonly [securityId: number, set: number | null, last: number | null])[] {
    return [...this.#prices]
      .map(([securityId, { set, last }]) => [securityId, set, last] as const)
      .sort(([a], [b]) => a - b);
  }

  restore(securityId: number, set: number | null, last: number | null): void {
    this.#prices.set(securityId, { set, last });
  }

  #pricesOf(securityId: number): Prices {
    let prices = this.#prices.get(securityId);
    if (prices === undefined) {
      prices = { set: null, last: null };
      this.#prices.set(securityId, prices);
    }
    return prices;
  }
}
