import type { MatchId, Millionths, SecurityId } from '../../api/index.ts';
import { LastPrices, type LastPricesValues } from './last-prices.ts';

interface Prices {
  /** The operator's price; null: none. */
  set: Millionths | null;
  /** Of the last match; null before the first. */
  last: Millionths | null;
  /** Absent before the first match under rules of REPLAYED_COST_SINCE. */
  valid?: LastPrices;
}

/** As a snapshot keeps them. */
export type PricesValues = readonly [
  securityId: SecurityId,
  set: Millionths | null,
  last: Millionths | null,
  valid?: LastPricesValues,
];

/** The prices around which price bands lie (V51), in millionths of a dollar. */
export class ReferencePrices {
  readonly #prices = new Map<SecurityId, Prices>();

  /** That of the operator, or else that of the last match; null if absent. */
  of(securityId: SecurityId): Millionths | null {
    const prices = this.#prices.get(securityId);
    return prices === undefined ? null : (prices.set ?? prices.last);
  }

  /** That of the last match that is not busted, as it was corrected; null where none is known (V52). */
  lastOf(securityId: SecurityId): Millionths | null {
    const prices = this.#prices.get(securityId);
    return (prices?.valid === undefined ? prices?.last : prices.valid.last) ?? null;
  }

  /** Whether the price is one that the operator set. */
  isSet(securityId: SecurityId): boolean {
    return (this.#prices.get(securityId)?.set ?? null) !== null;
  }

  set(securityId: SecurityId, price: Millionths | null): void {
    this.#pricesOf(securityId).set = price;
  }

  /** @param matchId null: by older rules, which keep only the price */
  matched(securityId: SecurityId, price: Millionths, matchId: MatchId | null): void {
    const prices = this.#pricesOf(securityId);
    prices.last = price;
    if (matchId === null) return;
    prices.valid ??= new LastPrices();
    prices.valid.add(matchId, price);
  }

  /** The reference price stays (V51). @param price null: the match was busted */
  amended(securityId: SecurityId, matchId: MatchId, price: Millionths | null): void {
    this.#prices.get(securityId)?.valid?.amend(matchId, price);
  }

  /** They are in other shares from now on (R5). */
  split(securityId: SecurityId, priceAfter: (price: Millionths) => Millionths): void {
    const prices = this.#prices.get(securityId);
    if (prices === undefined) return;
    if (prices.set !== null) prices.set = priceAfter(prices.set);
    if (prices.last !== null) prices.last = priceAfter(prices.last);
    prices.valid?.split(priceAfter);
  }

  entries(): PricesValues[] {
    return [...this.#prices]
      .map(([securityId, { set, last, valid }]): PricesValues => {
        return valid === undefined ? [securityId, set, last] : [securityId, set, last, valid.values];
      })
      .sort(([a], [b]) => a - b);
  }

  restore(...[securityId, set, last, valid]: PricesValues): void {
    this.#prices.set(securityId, { set, last, ...(valid && { valid: new LastPrices(valid) }) });
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
