import type { Shares } from '../../api/index.ts';
import type { PendingBefore } from './opening.ts';
import type { Splits } from './splits.ts';

/**
 * Of a holder, the shares of matches before splits whose settlement is not reported, as they were at their matches: so
 * what is left is 0 when all are reported, whatever the splits rounded.
 */
export class PendingShares {
  readonly #splits: Splits;
  /** By how many splits there were before the match. */
  readonly #shares: Map<number, Shares>;

  constructor(splits: Splits, values: readonly PendingBefore[] = []) {
    this.#splits = splits;
    this.#shares = new Map(values);
  }

  get isEmpty(): boolean {
    return this.#shares.size === 0;
  }

  get values(): readonly PendingBefore[] {
    return [...this.#shares].sort(([a], [b]) => a - b);
  }

  /** Their sum after this number of splits. */
  #sumAfter(splits: number): Shares {
    let sum = 0;
    for (const [first, quantity] of this.#shares) {
      sum += this.#splits.unitsAfter({ quantity, rest: 0 }, first, splits).quantity;
    }
    return sum;
  }

  /**
   * The newest split comes.
   * @param all those before and the ones of matches since the last split; returns them after this one
   */
  split(all: Shares): Shares {
    const splits = this.#splits.all.length - 1;
    const since = all - this.#sumAfter(splits);
    if (since !== 0) this.#shares.set(splits, since);
    return this.#sumAfter(splits + 1);
  }

  /** Shares of matches after this number of splits. */
  add(splits: number, shares: Shares): void {
    const left = (this.#shares.get(splits) ?? 0) + shares;
    if (left === 0) this.#shares.delete(splits);
    else this.#shares.set(splits, left);
  }

  /** The same. Returns by how much the sum is more. */
  change(splits: number, shares: Shares): Shares {
    const before = this.sum;
    this.add(splits, shares);
    return this.sum - before;
  }

  get sum(): Shares {
    return this.#sumAfter(this.#splits.all.length);
  }
}
