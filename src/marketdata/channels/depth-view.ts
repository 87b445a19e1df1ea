import {
  type DepthLevel,
  type DepthSide,
  emptyLevel,
  isEmpty,
  levelsByPrice,
  type Millionths,
  sameLevel,
} from '../../exchange/api/index.ts';

/** The levels of one side that a subscriber holds, as they were sent last. */
export class DepthView {
  readonly #side: DepthSide;
  /** Infinity: all levels. */
  readonly #count: number;
  readonly #sent;

  constructor(side: DepthSide, levels: number | 'all') {
    this.#side = side;
    this.#count = levels === 'all' ? Number.POSITIVE_INFINITY : levels;
    this.#sent = levelsByPrice(side.isBid);
    for (const level of this.now()) this.#sent.set(level.price, level);
  }

  /** The levels that its subscribers hold, best first; the book may be ahead. */
  get sent(): readonly DepthLevel[] {
    return this.#sent.values();
  }

  /** The price of the last level that its subscribers hold; null: they hold all that there are. */
  get last(): Millionths | null {
    if (!Number.isFinite(this.#count)) return null;
    const { sent } = this;
    return sent.length < this.#count ? null : (sent.at(-1)?.price ?? null);
  }

  /** The levels of the book now, best first. */
  now(atMost = Number.POSITIVE_INFINITY): readonly DepthLevel[] {
    return this.#side.best(Math.min(atMost, this.#count));
  }

  /** The levels that changed since the last call, with their present values; empty: the level is gone (S27). */
  changes(): readonly DepthLevel[] {
    // Among the best, a level comes in where another leaves, and the other way round.
    const best = Number.isFinite(this.#count) ? new Map(this.now().map((level) => [level.price, level])) : undefined;
    const prices = best === undefined ? this.#side.touched : [...best.keys(), ...this.sent.map(({ price }) => price)];
    const changes: DepthLevel[] = [];
    for (const price of prices) {
      const now = best === undefined ? this.#side.at(price) : (best.get(price) ?? emptyLevel(price));
      if (sameLevel(this.#sent.get(price) ?? emptyLevel(price), now)) continue;
      changes.push(now);
      if (isEmpty(now)) this.#sent.delete(price);
      else this.#sent.set(price, now);
    }
    return changes;
  }
}
