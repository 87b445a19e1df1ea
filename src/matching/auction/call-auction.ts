/**
 * A call auction: many orders trade at one price (docs/venue/auctions.md).
 *
 * **The problem.** Find the price at which the most shares trade, and who trades with whom, where some orders accept
 * only a fill of a least size, and some must not meet others of their owner.
 *
 * **What is hard about it.** An order that falls short of its least fill must leave, which changes the price, and with
 * it who falls short: the set of orders, the price and the fills depend on each other. So they are computed again after
 * each order that leaves. At most one falls short at a time, because all of the smaller side is filled, and all but the
 * last of the other side. At most one owner has so much on both sides that two of its orders must meet; then one of
 * them ends. Those that were left out are tried once more, by time, because one that leaves for another may be wanted
 * after all. With sums by priority each step costs O(log² n), and there are no more steps than orders.
 *
 * **What is never done.** No order trades at a price that is worse than its limit, or less than its least fill. Nothing
 * depends on anything but the orders, their times and the reference price: the same auction has the same result.
 */
import { violated } from '../../invariant.ts';
import { BUY, type OrderId, type Price, SELL, type Shares } from '../store/index.ts';
import { type AuctionOrder, type Entrant, leastFillOf } from './auction-order.ts';
import { type AuctionBook, type Uncrossing, uncrossingOf } from './auction-price.ts';
import { AuctionSide } from './auction-side.ts';
import { Owners } from './owners.ts';
import { type AuctionMatch, type Fill, pairs } from './pairing.ts';

export interface AuctionResult {
  /** null: nothing trades. */
  readonly price: Price | null;
  readonly volume: Shares;
  /** What is left over at the price: above 0 of buyers, below 0 of sellers. */
  readonly surplus: number;
  /** In the order of priority of their buyers. */
  readonly matches: readonly AuctionMatch[];
  /** Orders that their owner's mode has cancelled (Q4), in this order. */
  readonly cancelled: readonly OrderId[];
  /** Orders with a contingency that is not met at the price, oldest first. They rest. */
  readonly leftOut: readonly OrderId[];
}

/**
 * The result of an auction of these orders (Q1 to Q4).
 * @param orders oldest first, each id once; quantities from 1
 * @param reference in millionths of a dollar; null: without one
 */
export function callAuction(orders: readonly AuctionOrder[], reference: Price | null): AuctionResult {
  return new CallAuction(orders, reference).result();
}

/** The price of the orders as they are, without contingencies and modes (Q5); undefined: no two orders cross. */
export function indicationOf(orders: readonly AuctionOrder[], reference: Price | null): Uncrossing | undefined {
  return uncrossingOf(bookOf(entrantsOf(orders), reference));
}

function entrantsOf(orders: readonly AuctionOrder[]): Entrant[] {
  return orders.map((order, time) => ({ order, time, place: 0 }));
}

/** All of them take part. */
function bookOf(entrants: readonly Entrant[], reference: Price | null): AuctionBook {
  const of = (side: AuctionOrder['side']) => entrants.filter(({ order }) => order.side === side);
  const prices = new Set(entrants.map(({ order }) => order.price));
  if (reference !== null) prices.add(reference);
  return {
    buys: new AuctionSide(BUY, of(BUY)),
    sells: new AuctionSide(SELL, of(SELL)),
    reference,
    prices: [...prices].sort((a, b) => a - b),
  };
}

class CallAuction {
  readonly #book: AuctionBook;
  readonly #owners: Owners;

  constructor(orders: readonly AuctionOrder[], reference: Price | null) {
    const entrants = entrantsOf(orders);
    this.#book = bookOf(entrants, reference);
    this.#owners = new Owners(this.#book, entrants);
  }

  result(): AuctionResult {
    const { out, cancelled } = this.#leaveOut();
    const rest = this.#tryAgain(out);
    const ids = {
      cancelled: cancelled.map(({ order }) => order.orderId),
      leftOut: rest.map(({ order }) => order.orderId),
    };
    const uncrossing = uncrossingOf(this.#book);
    if (uncrossing === undefined) return { price: null, volume: 0, surplus: 0, matches: [], ...ids };
    const { buys, sells } = this.#book;
    const matches = pairs(fillsOf(buys, uncrossing), fillsOf(sells, uncrossing), uncrossing.volume);
    return { ...uncrossing, matches, ...ids };
  }

  /** Until no order that trades falls short of its least fill (Q3), and no owner has too much (Q4). */
  #leaveOut(): { readonly out: readonly Entrant[]; readonly cancelled: readonly Entrant[] } {
    const [out, cancelled]: [Entrant[], Entrant[]] = [[], []];
    for (;;) {
      const uncrossing = uncrossingOf(this.#book);
      if (uncrossing === undefined) return { out, cancelled };
      const short = this.#shortAt(uncrossing);
      const left = short === undefined ? this.#owners.ended(uncrossing) : [short];
      if (left.length === 0) return { out, cancelled };
      for (const entrant of left) this.#set(entrant, false);
      (short === undefined ? cancelled : out).push(...left);
    }
  }

  /** Each order that was left out once more, oldest first. Returns those that stay out. */
  #tryAgain(out: readonly Entrant[]): Entrant[] {
    return out
      .toSorted((a, b) => a.time - b.time)
      .filter((entrant) => {
        this.#set(entrant, true);
        const uncrossing = uncrossingOf(this.#book);
        const isLawful =
          uncrossing !== undefined &&
          this.#tradesAt(entrant, uncrossing) &&
          this.#shortAt(uncrossing) === undefined &&
          this.#owners.ended(uncrossing).length === 0;
        if (!isLawful) this.#set(entrant, false);
        return !isLawful;
      });
  }

  /** The order that would trade, but less than its least fill. */
  #shortAt({ volume, surplus }: Uncrossing): Entrant | undefined {
    if (surplus === 0) return undefined;
    const side = surplus > 0 ? this.#book.buys : this.#book.sells;
    const last = side.entrantAt(volume);
    return volume - side.sharesBefore(last) < leastFillOf(last.order) ? last : undefined;
  }

  #tradesAt(entrant: Entrant, { price, volume }: Uncrossing): boolean {
    const side = this.#sideOf(entrant);
    return side.accepts(entrant, price) && side.sharesBefore(entrant) < volume;
  }

  /** Whether the order takes part. */
  #set(entrant: Entrant, isIn: boolean): void {
    this.#sideOf(entrant).set(entrant, isIn);
    this.#owners.set(entrant, isIn);
  }

  #sideOf({ order }: Entrant): AuctionSide {
    return order.side === BUY ? this.#book.buys : this.#book.sells;
  }
}

/** Q2: by priority, until the volume is used up. */
function fillsOf(side: AuctionSide, { price, volume }: Uncrossing): Fill[] {
  const fills: Fill[] = [];
  let left = volume;
  for (const entrant of side.entrants) {
    if (left === 0) break;
    if (!side.isIn(entrant)) continue;
    const shares = Math.min(left, entrant.order.quantity);
    if (!side.accepts(entrant, price) || shares < leastFillOf(entrant.order)) violated('Q3', 'a fill is not lawful');
    fills.push({ entrant, shares });
    left -= shares;
  }
  return fills;
}
