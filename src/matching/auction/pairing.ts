/** Which orders of an auction trade with each other (Q2, Q4 of docs/venue/auctions.md). */
import { violated } from '../../invariant.ts';
import type { OrderId, Shares } from '../store/index.ts';
import type { AuctionBook, Uncrossing } from './auction-price.ts';
import { Fills } from './fills.ts';
import { LeastFirst } from './least-first.ts';
import type { Owners } from './owners.ts';
import { type Computation, ORDERS_A_PIECE, STEPS } from './steps.ts';

export interface AuctionMatch {
  readonly buy: OrderId;
  readonly sell: OrderId;
  readonly quantity: Shares;
}

/** Owners none of whose orders may trade with each other, because one of those that trade has a mode. */
class KeptApart {
  readonly #isApart: Uint8Array;
  /** What owners of both sides have left, on both together. */
  readonly #left: Float64Array;
  /** Those of both sides, the one that has the most first. */
  readonly #most: LeastFirst;

  /** @param owners how many have numbers */
  constructor(owners: number) {
    this.#isApart = new Uint8Array(owners + 1);
    this.#left = new Float64Array(owners + 1);
    this.#most = new LeastFirst(owners + 1);
  }

  *build(buys: Fills, sells: Fills): Computation<void> {
    if (this.#isApart.length === 1) return;
    for (const fills of [buys, sells]) {
      for (let at = 0; at < fills.size; at++) {
        if (fills.hasMode(at)) this.#isApart[fills.owner(at)] = 1;
        if (at % ORDERS_A_PIECE === 0) yield STEPS.ownFill * ORDERS_A_PIECE;
      }
    }
    // The mode of an order that nobody owns means nothing.
    this.#isApart[0] = 0;
    const sums = [new Float64Array(this.#left.length), new Float64Array(this.#left.length)] as const;
    for (const [fills, sum] of [[buys, sums[0]] as const, [sells, sums[1]] as const]) {
      for (let at = 0; at < fills.size; at++) {
        sum[fills.owner(at)]! += fills.shares(at);
        if (at % ORDERS_A_PIECE === 0) yield STEPS.ownFill * ORDERS_A_PIECE;
      }
    }
    for (let owner = 1; owner < this.#left.length; owner++) {
      const isOnBoth = sums[0][owner]! > 0 && sums[1][owner]! > 0;
      if (isOnBoth && this.#isApart[owner] === 1) this.#set(owner, sums[0][owner]! + sums[1][owner]!);
      if (owner % ORDERS_A_PIECE === 0) yield STEPS.ownFill * ORDERS_A_PIECE;
    }
  }

  /** The owner; 0 for all that may trade with everybody. */
  of(owner: number): number {
    return this.#isApart[owner] === 1 ? owner : 0;
  }

  left(owner: number): Shares {
    return this.#left[owner]!;
  }

  /** The owner of both sides that has the most left, of all but some, which are few; undefined: without one. */
  most(others: readonly number[]): number | undefined {
    return this.#most.leastWithout(others);
  }

  take(owner: number, quantity: Shares): void {
    if (this.#most.has(owner)) this.#set(owner, this.#left[owner]! - quantity);
  }

  #set(owner: number, shares: Shares): void {
    this.#left[owner] = shares;
    this.#most.set(owner, -shares);
  }
}

/** The fills of sellers that are not paired yet, by priority, in all and for each owner that is kept apart. */
class OpenSells {
  readonly #fills: Fills;
  readonly #paired: Float64Array;
  /** The next fill of the same owner; -1: none. */
  readonly #next: Int32Array;
  /** The first open fill of each owner; -1: none. Of owner 0: of all that may trade with everybody. */
  readonly #first: Int32Array;
  /** Owners by their first fill. */
  readonly #owners: LeastFirst;

  constructor(fills: Fills, owners: number) {
    this.#fills = fills;
    this.#paired = new Float64Array(fills.size);
    this.#next = new Int32Array(fills.size);
    this.#first = new Int32Array(owners + 1).fill(-1);
    this.#owners = new LeastFirst(owners + 1);
  }

  *build(apart: KeptApart): Computation<void> {
    for (let at = this.#fills.size - 1; at >= 0; at--) {
      const owner = apart.of(this.#fills.owner(at));
      this.#next[at] = this.#first[owner]!;
      this.#first[owner] = at;
      this.#owners.set(owner, at);
      if (at % ORDERS_A_PIECE === 0) yield STEPS.ownFill * ORDERS_A_PIECE;
    }
  }

  firstOf(owner: number): number {
    return this.#first[owner]!;
  }

  /** Of all owners but one; 0: of all. -1: none. */
  firstWithout(owner: number): number {
    const first = this.#owners.leastWithout(owner === 0 ? [] : [owner]);
    return first === undefined ? -1 : this.firstOf(first);
  }

  left(at: number): Shares {
    return this.#fills.shares(at) - this.#paired[at]!;
  }

  /** @param at the first fill of the owner */
  pair(owner: number, at: number, quantity: Shares): void {
    this.#paired[at]! += quantity;
    if (this.left(at) > 0) return;
    const next = this.#next[at]!;
    this.#first[owner] = next;
    if (next < 0) this.#owners.delete(owner);
    else this.#owners.set(owner, next);
  }
}

/**
 * Pairs the fills in the order of their priority, so that no two of an owner that is kept apart meet. Each of these has
 * at most the volume on both sides together: then a pairing exists, and an owner that has exactly what is left is part
 * of every pair (Q4). Costs O(n log n).
 */
export function* pairs(
  { buys, sells }: AuctionBook,
  owners: Owners,
  uncrossing: Uncrossing,
): Computation<AuctionMatch[]> {
  const [bought, sold] = [new Fills(buys, owners), new Fills(sells, owners)];
  yield* bought.find(uncrossing);
  yield* sold.find(uncrossing);
  const apart = new KeptApart(owners.size);
  yield* apart.build(bought, sold);
  const open = new OpenSells(sold, owners.size);
  yield* open.build(apart);
  const matches: AuctionMatch[] = [];
  let rest = uncrossing.volume;
  for (let at = 0; at < bought.size; at++) {
    const buyer = apart.of(bought.owner(at));
    for (let wanted = bought.shares(at); wanted > 0; ) {
      const tight = apart.most([]);
      const mustMeet = tight !== undefined && tight !== buyer && apart.left(tight) === rest;
      const sell = mustMeet ? open.firstOf(tight) : open.firstWithout(buyer);
      if (sell < 0) violated('Q4', 'the fills of an auction cannot be paired');
      const seller = apart.of(sold.owner(sell));
      const other = apart.most([buyer, seller]);
      const room = other === undefined ? rest : rest - apart.left(other);
      const quantity = Math.min(wanted, open.left(sell), room);
      if (quantity <= 0) violated('Q4', 'the fills of an auction cannot be paired');
      matches.push({ buy: bought.orderId(at), sell: sold.orderId(sell), quantity });
      wanted -= quantity;
      rest -= quantity;
      open.pair(seller, sell, quantity);
      apart.take(buyer, quantity);
      apart.take(seller, quantity);
      yield STEPS.pair;
    }
  }
  if (rest !== 0) violated('Q2', `${rest} shares of the volume of an auction are not paired`);
  return matches;
}
