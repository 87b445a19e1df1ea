import { type DepthLevel, type DepthSide, emptyLevel, isEmpty, sameLevel } from '../../exchange/api/index.ts';

/** The levels of one side that a subscriber holds, as they were sent last. */
export class DepthView {
  readonly #side: DepthSide;
  readonly #levels: number | 'all';
  #sent = new Map<number, DepthLevel>();

  constructor(side: DepthSide, levels: number | 'all') {
    this.#side = side;
    this.#levels = levels;
    for (const level of this.now()) this.#sent.set(level.price, level);
  }

  /** What its subscribers hold, best first; the book may be ahead. */
  get sent(): readonly DepthLevel[] {
    return [...this.#sent.values()].sort((one, other) => this.#side.compare(one.price, other.price));
  }

  /** What the book has now, best first. */
  now(atMost = Number.POSITIVE_INFINITY): readonly DepthLevel[] {
    return this.#side.best(Math.min(atMost, this.#levels === 'all' ? Number.POSITIVE_INFINITY : this.#levels));
  }

  /** What has changed since the last call: each level as it is now, empty where it is gone (S27). */
  changes(): readonly DepthLevel[] {
    return this.#levels === 'all' ? this.#touchedChanges() : this.#bestChanges();
  }

  #touchedChanges(): DepthLevel[] {
    const changes: DepthLevel[] = [];
    for (const price of this.#side.touched) {
      const now = this.#side.at(price);
      if (sameLevel(this.#sent.get(price) ?? emptyLevel(price), now)) continue;
      changes.push(now);
      if (isEmpty(now)) this.#sent.delete(price);
      else this.#sent.set(price, now);
    }
    return changes;
  }

  #bestChanges(): DepthLevel[] {
    const before = this.#sent;
    const changes: DepthLevel[] = [];
    const now = new Map<number, DepthLevel>();
    for (const level of this.now()) {
      now.set(level.price, level);
      if (!sameLevel(before.get(level.price) ?? emptyLevel(level.price), level)) changes.push(level);
    }
    for (const price of before.keys()) if (!now.has(price)) changes.push(emptyLevel(price));
    this.#sent = now;
    return changes;
  }
}
