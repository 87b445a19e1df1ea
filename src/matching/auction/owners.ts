/** What owners with a mode of self-trade prevention have on both sides of an auction (Q4 of docs/venue/auctions.md). */
import { BUY, CANCEL_BOTH, CANCEL_NEWEST, NO_PREVENTION, NOBODY, type Shares } from '../store/index.ts';
import type { Entrant } from './auction-order.ts';
import type { AuctionBook, Uncrossing } from './auction-price.ts';
import type { AuctionSide } from './auction-side.ts';
import { Latest } from './latest.ts';
import { PrefixSums } from './prefix-sums.ts';

/** The orders of an owner on one side, by priority. */
class OwnSide {
  readonly #entrants: readonly Entrant[];
  readonly #shares: PrefixSums;
  readonly #times: Latest;
  readonly #timesWithMode: Latest;

  constructor(entrants: readonly Entrant[]) {
    this.#entrants = entrants.toSorted((a, b) => a.place - b.place);
    this.#shares = new PrefixSums(entrants.length);
    this.#times = new Latest(entrants.length);
    this.#timesWithMode = new Latest(entrants.length);
    for (const entrant of this.#entrants) this.set(entrant, true);
  }

  set(entrant: Entrant, isIn: boolean): void {
    const at = this.#upTo(entrant.place) - 1;
    this.#shares.add(at, isIn ? entrant.order.quantity : -entrant.order.quantity);
    const time = isIn ? entrant.time : -1;
    this.#times.set(at, time);
    if (entrant.order.mode !== NO_PREVENTION) this.#timesWithMode.set(at, time);
  }

  /** What is filled where the order, of any owner, is the last one that is. */
  filled(side: AuctionSide, last: Entrant, volume: Shares): OwnFilled {
    const count = this.#upTo(last.place);
    const isOwn = this.#entrants[count - 1] === last;
    const unfilled = isOwn ? side.sharesBefore(last) + last.order.quantity - volume : 0;
    return {
      shares: this.#shares.of(count) - unfilled,
      latest: this.#times.of(count),
      latestWithMode: this.#timesWithMode.of(count),
    };
  }

  /** How many of them have this place in the priority of their side, or an earlier one. */
  #upTo(place: number): number {
    let low = 0;
    let high = this.#entrants.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#entrants[middle]!.place <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface OwnFilled {
  readonly shares: Shares;
  /** Times; -1: of none. */
  readonly latest: number;
  readonly latestWithMode: number;
}

interface Own {
  readonly buys: OwnSide;
  readonly sells: OwnSide;
}

/** Owners of orders on both sides, one of them with a mode. */
export class Owners {
  readonly #book: AuctionBook;
  /** By time. */
  readonly #entrants: readonly Entrant[];
  readonly #own = new Map<number, Own>();
  /** Those that had too much before, which are those that have it again. */
  readonly #exceeded = new Set<Own>();

  /** @param entrants by time, all of which take part */
  constructor(book: AuctionBook, entrants: readonly Entrant[]) {
    this.#book = book;
    this.#entrants = entrants;
    const owned = new Map<number, { readonly buys: Entrant[]; readonly sells: Entrant[] }>();
    for (const entrant of entrants) {
      const { owner, side } = entrant.order;
      if (owner === NOBODY) continue;
      const all = owned.get(owner) ?? { buys: [], sells: [] };
      owned.set(owner, all);
      (side === BUY ? all.buys : all.sells).push(entrant);
    }
    for (const [owner, { buys, sells }] of owned) {
      const hasMode = [...buys, ...sells].some(({ order }) => order.mode !== NO_PREVENTION);
      if (hasMode && buys.length > 0 && sells.length > 0) {
        this.#own.set(owner, { buys: new OwnSide(buys), sells: new OwnSide(sells) });
      }
    }
  }

  set(entrant: Entrant, isIn: boolean): void {
    const own = this.#own.get(entrant.order.owner);
    if (own === undefined) return;
    (entrant.order.side === BUY ? own.buys : own.sells).set(entrant, isIn);
  }

  /**
   * The orders that end because their owner has more on both sides than trades, so that two of them would meet: its
   * latest filled order with a mode, or its latest on the other side, or both. At most one owner has so much. Costs
   * O(log n) while it is one that had before.
   */
  ended({ volume }: Uncrossing): Entrant[] {
    const { buys, sells } = this.#book;
    const [lastBuy, lastSell] = [buys.entrantAt(volume), sells.entrantAt(volume)];
    for (const all of [this.#exceeded, this.#own.values()]) {
      for (const own of all) {
        const bought = own.buys.filled(buys, lastBuy, volume);
        const sold = own.sells.filled(sells, lastSell, volume);
        const hasMode = Math.max(bought.latestWithMode, sold.latestWithMode) >= 0;
        if (!hasMode || bought.shares === 0 || sold.shares === 0 || bought.shares + sold.shares <= volume) continue;
        this.#exceeded.add(own);
        return this.#endedOf(bought, sold);
      }
    }
    return [];
  }

  #endedOf(bought: OwnFilled, sold: OwnFilled): Entrant[] {
    const isBuy = bought.latestWithMode > sold.latestWithMode;
    const one = this.#entrants[isBuy ? bought.latestWithMode : sold.latestWithMode]!;
    const other = this.#entrants[isBuy ? sold.latest : bought.latest]!;
    const [older, newer] = one.time < other.time ? [one, other] : [other, one];
    const mode = newer.order.mode === NO_PREVENTION ? older.order.mode : newer.order.mode;
    if (mode === CANCEL_BOTH) return [older, newer];
    return [mode === CANCEL_NEWEST ? newer : older];
  }
}
