import { type DepthLevel, type DepthSide, emptyLevel, isEmpty, sameLevel } from './depth-book.ts';

/** The levels of one side that a subscriber holds, as it was told of them last. */
export class DepthView {
  readonly #side: DepthSide;
  readonly #levels: number | 'all';
  #told = new Map<number, DepthLevel>();

  constructor(side: DepthSide, levels: number | 'all') {
    this.#side = side;
    this.#levels = levels;
    for (const level of this.shown()) this.#told.set(level.price, level);
  }

  /** Best first. */
  shown(atMost = Number.POSITIVE_INFINITY): readonly DepthLevel[] {
    return this.#side.best(Math.min(atMost, this.#levels === 'all' ? Number.POSITIVE_INFINITY : this.#levels));
  }

  /** What has changed since it was asked last: each level with what it is now, and empty where it is gone (S27). */
  changes(): readonly DepthLevel[] {
    return this.#levels === 'all' ? this.#touchedChanges() : this.#bestChanges();
  }

  #touchedChanges(): DepthLevel[] {
    const changes: DepthLevel[] = [];
    for (const price of this.#side.touched) {
      const now = this.#side.at(price);
      if (sameLevel(this.#told.get(price) ?? emptyLevel(price), now)) continue;
      changes.push(now);
      if (isEmpty(now)) this.#told.delete(price);
      else this.#told.set(price, now);
    }
    return changes;
  }

  #bestChanges(): DepthLevel[] {
    const before = this.#told;
    const changes: DepthLevel[] = [];
    const now = new Map<number, DepthLevel>();
    for (const level of this.shown()) {
      now.set(level.price, level);
      if (!sameLevel(before.get(level.price) ?? emptyLevel(level.price), level)) changes.push(level);
    }
    for (const price of before.keys()) if (!now.has(price)) changes.push(emptyLevel(price));
    this.#told = now;
    return changes;
  }
}
