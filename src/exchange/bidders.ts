import type { OrderView } from './interface.ts';
import { SortedKeys } from './sorted-keys.ts';

/** A live order to buy, or the terms that it is to have. */
export type Bid = Pick<OrderView, 'orderId' | 'ticket' | 'price' | 'held'>;

/** The price is that of when the bid was added: that of an order may change before it is added again. */
interface Ranked {
  readonly orderId: number;
  readonly price: number;
  readonly bid: Bid;
}

interface Bidder {
  readonly owner: string;
  readonly bids: Map<number, Ranked>;
  readonly ranked: SortedKeys<Ranked>;
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
 * Who wants to buy a security whose number of holders is capped (F6), by their live orders. The seats that are left
 * are those of the bidders that are no holders yet and whose best bids come first: by price, then by age. What a change
 * costs grows with the logarithm of their number, and with that of the seats that change hands.
 */
export class Bidders {
  readonly #seats: Seats;
  readonly #bidders = new Map<string, Bidder>();
  /** Those that are no holders: with a seat, and without. */
  readonly #seated = new SortedKeys<Bidder>(byBest);
  readonly #unseated = new SortedKeys<Bidder>(byBest);
  /** Bids that may trade although their bidder has no seat, if they still are there, and not held. */
  readonly #lost = new Map<Ranked, Bidder>();

  constructor(seats: Seats) {
    this.#seats = seats;
  }

  /** Also of an order that is there with other terms. */
  add(owner: string, bid: Bid): void {
    const { orderId, price } = bid;
    const ranked = { orderId, price, bid };
    const known = this.#bidders.get(owner);
    const bidder = known ?? { owner, bids: new Map(), ranked: new SortedKeys(byRank), best: ranked };
    if (known === undefined) this.#bidders.set(owner, bidder);
    const before = bidder.bids.get(orderId);
    const wasUnseated = this.#leave(bidder) === 'unseated';
    if (before !== undefined) bidder.ranked.delete(before);
    bidder.bids.set(orderId, ranked);
    bidder.ranked.add(ranked);
    this.#join(bidder);
    if (!this.#unseated.has(bidder)) return;
    if (wasUnseated) this.#lost.set(ranked, bidder);
    else this.#lose(bidder);
  }

  remove(owner: string, orderId: number): void {
    const bidder = this.#bidders.get(owner);
    const ranked = bidder?.bids.get(orderId);
    if (bidder === undefined || ranked === undefined) return;
    const wasUnseated = this.#leave(bidder) === 'unseated';
    bidder.bids.delete(orderId);
    bidder.ranked.delete(ranked);
    if (bidder.bids.size === 0) this.#bidders.delete(owner);
    this.#join(bidder);
    if (!wasUnseated && this.#unseated.has(bidder)) this.#lose(bidder);
  }

  clear(): void {
    this.#bidders.clear();
    this.#seated.clear();
    this.#unseated.clear();
    this.#lost.clear();
  }

  /** To be called when these have become, or may be no longer, holders. */
  holdersChanged(...owners: readonly string[]): void {
    for (const owner of owners) {
      const bidder = this.#bidders.get(owner);
      if (bidder === undefined) continue;
      const wasUnseated = this.#leave(bidder) === 'unseated';
      this.#join(bidder);
      if (!wasUnseated && this.#unseated.has(bidder)) this.#lose(bidder);
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

  /** Bids that are not held, of bidders without a seat. */
  takeUnseated(): Bid[] {
    const found: Bid[] = [];
    for (const [ranked, bidder] of this.#lost) {
      const { orderId, bid } = ranked;
      const isThere = bid.held === null && bidder.bids.get(orderId) === ranked;
      if (isThere && this.#unseated.has(bidder)) found.push(bid);
    }
    this.#lost.clear();
    return found.sort((a, b) => a.orderId - b.orderId);
  }

  /** The bidder is about to have other bids. Tells where it stood. */
  #leave(bidder: Bidder): 'seated' | 'unseated' | 'neither' {
    if (this.#seated.delete(bidder)) return 'seated';
    return this.#unseated.delete(bidder) ? 'unseated' : 'neither';
  }

  #join(bidder: Bidder): void {
    const { first } = bidder.ranked;
    if (first !== undefined) {
      bidder.best = first;
      // A holder has its seat, whatever it bids.
      if (!this.#seats.isHolder(bidder.owner)) this.#unseated.add(bidder);
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
    this.#unseated.delete(bidder);
    this.#seated.add(bidder);
    this.#seats.onSeated(bidder.owner);
  }

  #unseat(bidder: Bidder): void {
    this.#seated.delete(bidder);
    this.#unseated.add(bidder);
    this.#lose(bidder);
  }

  #lose(bidder: Bidder): void {
    for (const ranked of bidder.bids.values()) this.#lost.set(ranked, bidder);
  }
}

function byBest(a: Bidder, b: Bidder): number {
  return byRank(a.best, b.best);
}

/** By price, then by age. */
function byRank(a: Ranked, b: Ranked): number {
  return b.price - a.price || a.orderId - b.orderId;
}
