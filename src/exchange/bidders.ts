import type { OrderView } from './interface.ts';

/** A live order to buy, or the terms that it is to have. */
export type Bid = Pick<OrderView, 'orderId' | 'ticket' | 'price' | 'held'>;

interface Bidder {
  readonly bids: Map<number, Bid>;
  best: Bid;
}

/**
 * Who wants to buy a security whose number of holders is capped (F6), by their live orders. The seats that are left
 * are those of the bidders that are no holders yet and whose best bids come first: by price, then by age.
 */
export class Bidders {
  readonly #bidders = new Map<string, Bidder>();
  readonly #isHolder: (owner: string) => boolean;
  /** null: to be found out. */
  #seated: { readonly seats: number; readonly owners: ReadonlySet<string> | 'all' } | null = null;
  #changed = false;

  constructor(isHolder: (owner: string) => boolean) {
    this.#isHolder = isHolder;
  }

  /** Also of an order that is there with other terms. */
  add(owner: string, bid: Bid): void {
    const bidder = this.#bidders.get(owner);
    if (bidder === undefined) {
      this.#bidders.set(owner, { bids: new Map([[bid.orderId, bid]]), best: bid });
      this.#rankChanged(owner);
      return;
    }
    bidder.bids.set(bid.orderId, bid);
    if (bidder.best.orderId === bid.orderId) this.#refresh(owner, bidder);
    else if (comesFirst(bid, bidder.best)) {
      bidder.best = bid;
      this.#rankChanged(owner);
    }
  }

  remove(owner: string, orderId: number): void {
    const bidder = this.#bidders.get(owner);
    if (!bidder?.bids.delete(orderId)) return;
    if (bidder.bids.size === 0) {
      this.#bidders.delete(owner);
      this.#rankChanged(owner);
    } else if (bidder.best.orderId === orderId) this.#refresh(owner, bidder);
  }

  clear(): void {
    this.#bidders.clear();
    this.holdersChanged();
  }

  /** To be called when somebody has become, or is no longer, a holder. */
  holdersChanged(): void {
    this.#seated = null;
    this.#changed = true;
  }

  /** Whether somebody may have got, or lost, a seat since this was asked last. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** Whether the owner may buy while so many seats are left. */
  maySit(owner: string, seats: number): boolean {
    if (this.#isHolder(owner)) return true;
    const owners = this.#seatedOf(seats);
    return owners === 'all' ? this.#bidders.has(owner) || this.#newcomers().length < seats : owners.has(owner);
  }

  /** Bids that are not held, of bidders without a seat. */
  unseated(seats: number): Bid[] {
    const owners = this.#seatedOf(seats);
    if (owners === 'all') return [];
    const found: Bid[] = [];
    for (const [owner, { bids }] of this.#newcomers()) {
      if (owners.has(owner)) continue;
      for (const bid of bids.values()) if (bid.held === null) found.push(bid);
    }
    return found.sort((a, b) => a.orderId - b.orderId);
  }

  #seatedOf(seats: number): ReadonlySet<string> | 'all' {
    if (this.#seated?.seats !== seats) this.#seated = { seats, owners: this.#ranked(seats) };
    return this.#seated.owners;
  }

  #ranked(seats: number): ReadonlySet<string> | 'all' {
    if (this.#bidders.size <= seats) return 'all';
    const newcomers = this.#newcomers();
    if (newcomers.length <= seats) return 'all';
    newcomers.sort(([, a], [, b]) => (comesFirst(a.best, b.best) ? -1 : 1));
    return new Set(newcomers.slice(0, seats).map(([owner]) => owner));
  }

  #newcomers(): [string, Bidder][] {
    return [...this.#bidders].filter(([owner]) => !this.#isHolder(owner));
  }

  #refresh(owner: string, bidder: Bidder): void {
    const [first, ...others] = bidder.bids.values();
    bidder.best = others.reduce((best, bid) => (comesFirst(bid, best) ? bid : best), first!);
    this.#rankChanged(owner);
  }

  /** A holder has its seat, whatever it bids. */
  #rankChanged(owner: string): void {
    if (!this.#isHolder(owner)) this.holdersChanged();
  }
}

function comesFirst(a: Bid, b: Bid): boolean {
  return a.price > b.price || (a.price === b.price && a.orderId < b.orderId);
}
