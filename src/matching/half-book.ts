import { ContingentIndex, type Supply } from './contingent-index.ts';
import { BUY, byPriority, byTime, NONE, type Order } from './order.ts';
import { LevelPool, PriceLevels } from './price-levels.ts';
import { mustNotTrade } from './self-trade.ts';
import { type Depth, VisibleTop } from './top-of-book.ts';

/** What all sides share that have had no contingent order yet. Always empty. */
const NO_CONTINGENT = new PriceLevels(new LevelPool());
const NO_INDEX = new ContingentIndex();

/**
 * The resting orders of one side of a book. Orders with and without contingency are kept apart, so that neither slows
 * down the other, and read together in priority order.
 */
export class HalfBook {
  readonly plain: PriceLevels;
  /** To be read only, like the index. */
  contingent = NO_CONTINGENT;
  index = NO_INDEX;
  /** The visible top as it was last published. */
  readonly top = new VisibleTop();
  /** Whether this command has changed anything so far, and the best rank at which it did. */
  changed = false;
  changedRank = 0;
  readonly #levels: LevelPool;

  /** @param levels where price levels come from, shared by all books of an engine */
  constructor(levels: LevelPool) {
    this.#levels = levels;
    this.plain = new PriceLevels(levels);
  }

  join(order: Order): void {
    if (order.contingency === NONE) this.plain.join(order);
    else {
      if (this.index === NO_INDEX) {
        this.contingent = new PriceLevels(this.#levels);
        this.index = new ContingentIndex();
      }
      this.contingent.join(order);
      this.index.add(order);
    }
    this.#changed(order);
  }

  leave(order: Order): void {
    this.#changed(order);
    if (order.contingency === NONE) this.plain.leave(order);
    else {
      this.contingent.leave(order);
      this.index.remove(order);
    }
  }

  /** Takes shares from what remains of a resting order; with none left it leaves. */
  reduce(order: Order, quantity: number): void {
    this.#changed(order);
    if (order.contingency === NONE) {
      this.plain.reduce(order, quantity);
      if (order.remaining === 0) this.plain.leave(order);
    } else {
      this.contingent.reduce(order, quantity);
      if (order.remaining === 0) this.leave(order);
      else this.index.update(order);
    }
  }

  #changed(order: Order): void {
    if (this.changed && order.rank >= this.changedRank) return;
    this.changed = true;
    this.changedRank = order.rank;
  }

  /** The best rank of all resting orders; Infinity when there is none. */
  bestRank(): number {
    const plain = this.plain.best === null ? Infinity : this.plain.best.rank;
    const contingent = this.contingent.best === null ? Infinity : this.contingent.best.rank;
    return Math.min(plain, contingent);
  }

  /**
   * The best-ranked counter for a hub of this rank that can take at most `quantity` (M2, M3); null when there is none.
   */
  firstCounter(hubRank: number, quantity: number): Order | null {
    const level = this.plain.best;
    const plain = level !== null && level.rank + hubRank <= 0 ? level.first : null;
    if (this.contingent.best === null) return plain;
    const contingent = this.index.first(quantity);
    if (contingent === null || contingent.rank + hubRank > 0) return plain;
    return plain === null || byPriority(contingent, plain) < 0 ? contingent : plain;
  }

  /** How many shares cross a hub of this rank, counted until `enough`. */
  supply(hubRank: number, enough: number): number {
    const plain = supplyOf(this.plain, hubRank, enough);
    return plain >= enough ? plain : plain + supplyOf(this.contingent, hubRank, enough - plain);
  }

  /** What this side holds for hubs of a rank, for ContingentIndex.forEachSupplied. */
  supplyFor(hubRank: number): Supply {
    const plain = supplyOf(this.plain, hubRank, Infinity);
    const all = plain + supplyOf(this.contingent, hubRank, Infinity);
    return { plain, all, leastContingent: this.index.leastUpTo(-hubRank) };
  }

  /** Ends a command: brings `top` up to date and tells whether that changed it. */
  refreshTop(): boolean {
    if (!this.changed) return false;
    this.changed = false;
    // The top shows nothing behind its firm price.
    const firm = this.plain.visible;
    if (firm !== null && this.changedRank > firm.rank) return false;
    return this.top.update(firm, this.contingent.visible);
  }

  depthAt(rank: number): Depth {
    const plain = this.plain.find(rank);
    const contingent = this.contingent.find(rank);
    return {
      quantity: plain?.quantity ?? 0,
      orders: plain?.orders ?? 0,
      disclosedQuantity: plain?.disclosedQuantity ?? 0,
      disclosedOrders: plain?.disclosedOrders ?? 0,
      contingentQuantity: contingent?.quantity ?? 0,
      contingentOrders: contingent?.orders ?? 0,
      disclosedContingentQuantity: contingent?.disclosedQuantity ?? 0,
      disclosedContingentOrders: contingent?.disclosedOrders ?? 0,
    };
  }

  /** Adds the resting orders up to a rank, or those of them that are wanted, to a list, in no order that matters. */
  collect(rank: number, into: Order[], isWanted: (order: Order) => boolean = () => true): void {
    collectFrom(this.plain, rank, into, isWanted);
    collectFrom(this.contingent, rank, into, isWanted);
  }
}

/** M15: the orders of a side that a new one of the other side crosses and must not trade with, in order of priority. */
export function ownCrossing(entering: Order, against: HalfBook): Order[] {
  const orders: Order[] = [];
  against.collect(-entering.rank, orders, (order) => mustNotTrade(entering, order));
  return orders.sort(byPriority);
}

/** Takes all orders at prices where two sides overlap out of them; returns them, oldest first. */
export function takeOverlap(bids: HalfBook, offers: HalfBook): Order[] {
  const orders: Order[] = [];
  const bestBid = bids.bestRank();
  bids.collect(-offers.bestRank(), orders);
  offers.collect(-bestBid, orders);
  for (const order of orders) (order.side === BUY ? bids : offers).leave(order);
  return orders.sort(byTime);
}

function supplyOf(levels: PriceLevels, hubRank: number, enough: number): number {
  let supply = 0;
  let level = levels.best;
  while (level !== null && level.rank + hubRank <= 0 && supply < enough) {
    supply += level.quantity;
    level = levels.worse(level);
  }
  return supply;
}

function collectFrom(levels: PriceLevels, rank: number, into: Order[], isWanted: (order: Order) => boolean): void {
  for (let level = levels.best; level !== null && level.rank <= rank; level = levels.worse(level)) {
    for (let order = level.first; order !== null; order = order.next) {
      if (isWanted(order)) into.push(order);
    }
  }
}
