/** Which orders of an auction trade with each other (Q2, Q4 of docs/venue/auctions.md). */
import { violated } from '../../invariant.ts';
import { BUY, NO_PREVENTION, NOBODY, type OrderId, type Shares } from '../store/index.ts';
import type { Entrant } from './auction-order.ts';
import { LeastFirst } from './least-first.ts';

export interface Fill {
  readonly entrant: Entrant;
  readonly shares: Shares;
}

export interface AuctionMatch {
  readonly buy: OrderId;
  readonly sell: OrderId;
  readonly quantity: Shares;
}

/** Of an owner that has a mode. */
interface OwnFills {
  buys: Shares;
  sells: Shares;
}

/** Owners none of whose orders may trade with each other, because one of those that trade has a mode. */
function keptApart(fills: readonly Fill[]): ReadonlyMap<number, OwnFills> {
  const owners = new Map<number, OwnFills>();
  for (const { entrant } of fills) {
    const { owner, mode } = entrant.order;
    if (owner !== NOBODY && mode !== NO_PREVENTION) owners.set(owner, { buys: 0, sells: 0 });
  }
  for (const { entrant, shares } of fills) {
    const own = owners.get(entrant.order.owner);
    if (own === undefined) continue;
    if (entrant.order.side === BUY) own.buys += shares;
    else own.sells += shares;
  }
  return owners;
}

interface Open {
  readonly entrant: Entrant;
  left: Shares;
}

/** The fills of sellers that are not paired yet, by priority, in all and for each owner that is kept apart. */
class OpenSells {
  readonly #open: readonly Open[];
  /** The places of the fills of an owner; 0: of all that may trade with everybody. */
  readonly #places = new Map<number, { readonly places: number[]; at: number }>();
  /** Owners by their first fill. */
  readonly #first = new LeastFirst<number>();

  constructor(fills: readonly Fill[], ownerOf: (entrant: Entrant) => number) {
    this.#open = fills.map(({ entrant, shares }) => ({ entrant, left: shares }));
    for (const [place, { entrant }] of this.#open.entries()) {
      const owner = ownerOf(entrant);
      const own = this.#places.get(owner);
      if (own === undefined) this.#places.set(owner, { places: [place], at: 0 });
      else own.places.push(place);
    }
    for (const [owner, { places }] of this.#places) this.#first.set(owner, places[0]!);
  }

  firstOf(owner: number): Open | undefined {
    const own = this.#places.get(owner);
    return own && this.#open[own.places[own.at]!];
  }

  /** Of all owners but one; 0: of all. */
  firstWithout(owner: number): Open | undefined {
    const first = this.#first.leastWithout(owner === 0 ? [] : [owner]);
    return first === undefined ? undefined : this.firstOf(first);
  }

  /** The first fill of the owner is paired. */
  done(owner: number): void {
    const own = this.#places.get(owner)!;
    own.at++;
    const next = own.places[own.at];
    if (next === undefined) this.#first.delete(owner);
    else this.#first.set(owner, next);
  }
}

/**
 * Pairs the fills in the order of their priority, so that no two of an owner that is kept apart meet. Each of these has
 * at most the volume on both sides together: then a pairing exists, and an owner that has exactly what is left is part
 * of every pair (Q4). Costs O(n log n).
 */
export function pairs(buys: readonly Fill[], sells: readonly Fill[], volume: Shares): AuctionMatch[] {
  const apart = keptApart([...buys, ...sells]);
  const ownerOf = ({ order }: Entrant) => (apart.has(order.owner) ? order.owner : 0);
  const open = new OpenSells(sells, ownerOf);
  // What owners of both sides have left, the most first.
  const left = new LeastFirst<number>();
  const sums = new Map<number, Shares>();
  const count = (owner: number, sum: Shares) => {
    sums.set(owner, sum);
    left.set(owner, -sum);
  };
  for (const [owner, own] of apart) if (own.buys > 0 && own.sells > 0) count(owner, own.buys + own.sells);
  const matches: AuctionMatch[] = [];
  let rest = volume;
  for (const { entrant, shares } of buys) {
    const buyer = ownerOf(entrant);
    for (let wanted = shares; wanted > 0; ) {
      const tight = left.leastWithout([]);
      const mustMeet = tight !== undefined && tight !== buyer && sums.get(tight) === rest;
      const sell = mustMeet ? open.firstOf(tight) : open.firstWithout(buyer);
      if (sell === undefined) violated('Q4', 'the fills of an auction cannot be paired');
      const seller = ownerOf(sell.entrant);
      const other = left.leastWithout([buyer, seller]);
      const room = other === undefined ? rest : rest - sums.get(other)!;
      const quantity = Math.min(wanted, sell.left, room);
      if (quantity <= 0) violated('Q4', 'the fills of an auction cannot be paired');
      matches.push({ buy: entrant.order.orderId, sell: sell.entrant.order.orderId, quantity });
      wanted -= quantity;
      rest -= quantity;
      sell.left -= quantity;
      if (sell.left === 0) open.done(seller);
      for (const owner of [buyer, seller]) {
        const sum = sums.get(owner);
        if (sum !== undefined) count(owner, sum - quantity);
      }
    }
  }
  return matches;
}
