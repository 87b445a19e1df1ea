import type { HalfBook, PriceLevels, Records, Supply } from '../store/index.ts';

/**
 * The supply of a side for the initiators of the other side, by their rank: made in one walk over its price levels,
 * however many ask.
 */
export class SupplyTable {
  readonly #side: HalfBook;
  readonly #best: number;
  readonly #most: Supply;
  #plain: Sums | null = null;
  #contingent: Sums | null = null;
  /** Neighbours in priority often have the same price. */
  #known: { readonly rank: number; readonly supply: Supply };

  /** @param initiatorRank the best rank of all initiators that will be asked for */
  constructor(side: HalfBook, initiatorRank: number) {
    this.#side = side;
    this.#best = initiatorRank;
    this.#most = side.supplyFor(initiatorRank);
    this.#known = { rank: initiatorRank, supply: this.#most };
  }

  /** The supply for the initiator with the best rank. */
  get most(): Supply {
    return this.#most;
  }

  at(initiatorRank: number): Supply {
    if (initiatorRank === this.#known.rank) return this.#known.supply;
    this.#plain ??= new Sums(this.#side.records, this.#side.plain, this.#best);
    this.#contingent ??= new Sums(this.#side.records, this.#side.contingent, this.#best);
    const plain = this.#plain.upTo(-initiatorRank);
    const all = plain + this.#contingent.upTo(-initiatorRank);
    this.#known = {
      rank: initiatorRank,
      supply: { plain, all, leastContingent: this.#side.index.leastUpTo(-initiatorRank) },
    };
    return this.#known.supply;
  }
}

/** Running sums over the price levels that cross a rank. */
class Sums {
  readonly #ranks: number[] = [];
  readonly #sums: number[] = [];

  constructor(records: Records, levels: PriceLevels, initiatorRank: number) {
    let sum = 0;
    for (
      let level = levels.best;
      level !== 0 && records.rank(level) + initiatorRank <= 0;
      level = levels.worse(level)
    ) {
      sum += records.shares(level);
      this.#ranks.push(records.rank(level));
      this.#sums.push(sum);
    }
  }

  /** The shares at the levels up to a rank. */
  upTo(rank: number): number {
    let low = 0;
    let high = this.#ranks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ranks[middle]! <= rank) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.#sums[low - 1]!;
  }
}
