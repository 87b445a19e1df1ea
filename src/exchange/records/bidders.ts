import type { Millionths, OrderId, OrderView } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';

/** A live order to buy, or the terms that it is to have. */
export type Bid = Pick<OrderView, 'orderId' | 'ticket' | 'price' | 'held'>;

/** The price is that of when the bid was added: that of an order may change before it is added again. */
interface Ranked {
  readonly orderId: OrderId;
  readonly price: Millionths;
  readonly bid: Bid;
}

interface Bidder {
  readonly owner: string;
  readonly bids: Map<OrderId, Ranked>;
  readonly ranked: SortedKeys<Ranked>;
  /** Ids of the bids that are not held. */
  readonly free: SortedKeys<OrderId>;
  best: Ranked;
}

export interface Seats {
  /** How many are left. */
  readonly left: () => number;
  readonly isHolder: (owner: string) => boolean;
  /** Called when a bidder has got one. */
  readonly onSeated: (owner: string) => void;
}

/**
 * The bidders for a security whose number of holders is capped (F6), by their live orders. The free seats go to the
 * bidders that are no holders yet and whose best bids come first: by price, then by age. A change costs O(log n) in the
 * number of bidders, for each seat that changes hands.
 */
export class Bidders {
  readonly #seats: Seats;
  readonly #bidders = new Map<string, Bidder>();
  /** Those that are no holders: with a seat, and without. */
  readonly #seated = new SortedKeys<Bidder>(byBest);
  readonly #unseated = new SortedKeys<Bidder>(byBest);
  /** Those without a seat that have bids which are not held yet, by the oldest of these. */
  readonly #losing = new SortedKeys<Bidder>((a, b) => oldestFree(a) - oldestFree(b));

  constructor(seats: Seats) {
    this.#seats = seats;
  }

  /** Also of an order that is there with other terms. */
  add(owner: string, bid: Bid): void {
    const { orderId, price } = bid;
    const ranked = { orderId, price, bid };
    const bidder = this.#bidders.get(owner) ?? newBidder(owner, ranked);
    if (bidder.bids.size === 0) this.#bidders.set(owner, bidder);
    this.#leave(bidder);
    const before = bidder.bids.get(orderId);
    if (before !== undefined) bidder.ranked.delete(before);
    bidder.bids.set(orderId, ranked);
    bidder.ranked.add(ranked);
    if (bid.held === null) bidder.free.add(orderId);
    else bidder.free.delete(orderId);
    this.#join(bidder);
  }

  remove(owner: string, orderId: OrderId): void {
    const bidder = this.#bidders.get(owner);
    const ranked = bidder?.bids.get(orderId);
    if (bidder === undefined || ranked === undefined) return;
    this.#leave(bidder);
    bidder.bids.delete(orderId);
    bidder.ranked.delete(ranked);
    bidder.free.delete(orderId);
    if (bidder.bids.size === 0) this.#bidders.delete(owner);
    this.#join(bidder);
  }

  /** Call it when an order is held or released, whether or not it is one of these bids. */
  setHeld(owner: string, orderId: OrderId, isHeld: boolean): void {
    const bidder = this.#bidders.get(owner);
    if (!bidder?.bids.has(orderId)) return;
    this.#forgetLosing(bidder);
    if (isHeld) bidder.free.delete(orderId);
    else bidder.free.add(orderId);
    this.#noteLosing(bidder);
  }

  clear(): void {
    this.#bidders.clear();
    this.#seated.clear();
    this.#unseated.clear();
    this.#losing.clear();
  }

  /** To be called when these have become, or may be no longer, holders. */
  holdersChanged(...owners: readonly string[]): void {
    for (const owner of owners) {
      const bidder = this.#bidders.get(owner);
      if (bidder === undefined) continue;
      this.#leave(bidder);
      this.#join(bidder);
    }
    this.#giveSeats();
  }

  /** Whether the owner may buy. */
  maySit(owner: string): boolean {
    if (this.#seats.isHolder(owner)) return true;
    const bidder = this.#bidders.get(owner);
    return bidder === undefined
      ? this.#seated.size + this.#unseated.size < this.#seats.left()
      : this.#seated.has(bidder);
  }

  /** The oldest bid that is not held although its bidder has no seat; undefined: no bid. */
  get nextUnseated(): OrderId | undefined {
    return this.#losing.first?.free.first;
  }

  /** How many bids that are not held a bid of the owner at this price would deprive of their seat: a guess. */
  displacedBy(owner: string, price: Millionths): number {
    const bidder = this.#bidders.get(owner);
    const worst = this.#seated.last;
    const hasSeat = this.#seats.isHolder(owner) || (bidder !== undefined && this.#seated.has(bidder));
    if (hasSeat || worst === undefined || this.#seated.size < this.#seats.left()) return 0;
    return price > worst.best.price ? worst.free.size : 0;
  }

  /** The same of the owner's other bids, were this one no longer there: a guess. */
  lostWithout(owner: string, orderId: OrderId): number {
    const bidder = this.#bidders.get(owner);
    const isBest = bidder?.best.orderId === orderId && this.#seated.has(bidder);
    return isBest && this.#unseated.size > 0 ? bidder.free.size : 0;
  }

  /** The bidder is about to have other bids. */
  #leave(bidder: Bidder): void {
    this.#forgetLosing(bidder);
    if (!this.#seated.delete(bidder)) this.#unseated.delete(bidder);
  }

  #join(bidder: Bidder): void {
    const { first } = bidder.ranked;
    if (first !== undefined) {
      bidder.best = first;
      // A holder keeps its seat at any bid.
      if (!this.#seats.isHolder(bidder.owner)) this.#unseat(bidder);
    }
    this.#giveSeats();
  }

  #giveSeats(): void {
    const left = this.#seats.left();
    for (let next = this.#unseated.first; next !== undefined; next = this.#unseated.first) {
      const worst = this.#seated.last;
      const isFull = this.#seated.size >= left;
      if (isFull && (worst === undefined || byBest(worst, next) < 0)) break;
      if (isFull && worst !== undefined) this.#unseat(worst);
      if (this.#seated.size < left) this.#seat(next);
    }
    for (let worst = this.#seated.last; this.#seated.size > left && worst; worst = this.#seated.last) {
      this.#unseat(worst);
    }
  }

  #seat(bidder: Bidder): void {
    this.#forgetLosing(bidder);
    this.#unseated.delete(bidder);
    this.#seated.add(bidder);
    this.#seats.onSeated(bidder.owner);
  }

  #unseat(bidder: Bidder): void {
    this.#seated.delete(bidder);
    this.#unseated.add(bidder);
    this.#noteLosing(bidder);
  }

  /** To be called when the bids that are not held may have changed. */
  #noteLosing(bidder: Bidder): void {
    if (bidder.free.size > 0 && this.#unseated.has(bidder)) this.#losing.add(bidder);
  }

  /** To be called before they change. */
  #forgetLosing(bidder: Bidder): void {
    if (bidder.free.size > 0) this.#losing.delete(bidder);
  }
}

function newBidder(owner: string, best: Ranked): Bidder {
  const free = new SortedKeys<OrderId>((a, b) => a - b);
  return { owner, bids: new Map(), ranked: new SortedKeys(byRank), free, best };
}

function oldestFree({ free }: Bidder): number {
  return free.first as number;
}

function byBest(a: Bidder, b: Bidder): number {
  return byRank(a.best, b.best);
}

/** By price, then by age. */
function byRank(a: Ranked, b: Ranked): number {
  return b.price - a.price || a.orderId - b.orderId;
}
