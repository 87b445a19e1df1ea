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
 * A hundred thousand orders take long, so the computation stops between pieces (steps.ts), for the venue to go on with
 * something else.
 *
 * **What is never done.** No order trades at a price that is worse than its limit, or less than its least fill. Nothing
 * depends on anything but the orders, their times and the reference price: the same auction has the same result.
 */
import { type BookSide, BUY, type OrderId, type Price, SELL, type Shares } from '../store/index.ts';
import type { AuctionOrder, TimedOrder } from './auction-order.ts';
import { type AuctionBook, type Uncrossing, uncrossingOf } from './auction-price.ts';
import { AuctionSide, type Entrant } from './auction-side.ts';
import { LeastFirst } from './least-first.ts';
import { Owners } from './owners.ts';
import { type AuctionMatch, pairs } from './pairing.ts';
import { type Computation, ORDERS_A_PIECE, resultOf, STEPS } from './steps.ts';

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

/** The orders that take part, of one side, by priority. */
export type OrdersOf = (side: BookSide) => Iterable<TimedOrder>;

/**
 * The result of an auction of these orders (Q1 to Q4).
 * @param orders oldest first, each id once; quantities from 1
 * @param reference in millionths of a dollar; null: without one
 */
export function callAuction(orders: readonly AuctionOrder[], reference: Price | null): AuctionResult {
  return resultOf(new CallAuction(byPriority(orders), reference).result());
}

/** The price of the orders as they are, without contingencies and modes (Q5); undefined: no two orders cross. */
export function indicationOf(orders: readonly AuctionOrder[], reference: Price | null): Uncrossing | undefined {
  return resultOf(new CallAuction(byPriority(orders), reference).indication());
}

function byPriority(orders: readonly AuctionOrder[]): OrdersOf {
  const timed = orders.map((order, time) => ({ ...order, time }));
  return (side) => {
    const sign = side === BUY ? -1 : 1;
    return timed.filter((order) => order.side === side).sort((a, b) => sign * (a.price - b.price) || a.time - b.time);
  };
}

/** One auction; `result` computes it once. */
export class CallAuction {
  readonly #orders: OrdersOf;
  readonly #book: AuctionBook;
  readonly #owners: Owners;
  /** The orders that are left out, by time: places, those of buyers first. */
  #out = new LeastFirst(0);

  constructor(orders: OrdersOf, reference: Price | null) {
    this.#orders = orders;
    this.#book = { buys: new AuctionSide(BUY), sells: new AuctionSide(SELL), reference, prices: [] };
    this.#owners = new Owners(this.#book);
  }

  /** Where nobody trades, nothing is paired. @param trades whether an auction at the price may trade */
  *result(trades: (price: Price) => boolean = () => true): Computation<AuctionResult> {
    yield* this.#read();
    yield* this.#owners.build();
    this.#out = new LeastFirst(this.#book.buys.size + this.#book.sells.size);
    const cancelled = yield* this.#leaveOut();
    const ids = { cancelled, leftOut: yield* this.#tryAgain() };
    const uncrossing = uncrossingOf(this.#book);
    if (uncrossing === undefined) return { price: null, volume: 0, surplus: 0, matches: [], ...ids };
    const matches = trades(uncrossing.price) ? yield* pairs(this.#book, this.#owners, uncrossing) : [];
    return { ...uncrossing, matches, ...ids };
  }

  *indication(): Computation<Uncrossing | undefined> {
    yield* this.#read();
    return uncrossingOf(this.#book);
  }

  *#read(): Computation<void> {
    const { buys, sells } = this.#book;
    for (const side of [buys, sells]) {
      for (const order of this.#orders(side.isBuy ? BUY : SELL)) {
        side.push(order);
        if (side.size % ORDERS_A_PIECE === 0) yield STEPS.order * ORDERS_A_PIECE;
      }
    }
    this.#book.prices = yield* pricesOf(this.#book);
  }

  /**
   * Until no order that trades falls short of its least fill (Q3), and no owner has too much (Q4). Returns the orders
   * that end.
   */
  *#leaveOut(): Computation<OrderId[]> {
    const cancelled: OrderId[] = [];
    for (;;) {
      yield STEPS.price;
      const uncrossing = uncrossingOf(this.#book);
      if (uncrossing === undefined) return cancelled;
      const short = this.#shortAt(uncrossing);
      const left = short === undefined ? this.#owners.ended(uncrossing) : [short];
      if (left.length === 0) return cancelled;
      for (const entrant of left) this.#set(entrant, false);
      if (short === undefined) cancelled.push(...left.map(({ side, place }) => side.orderId(place)));
      else this.#out.set(this.#keyOf(short), short.side.time(short.place));
      yield STEPS.change;
    }
  }

  /** Each order that was left out once more, oldest first. Returns those that stay out. */
  *#tryAgain(): Computation<OrderId[]> {
    const rest: OrderId[] = [];
    for (let key = this.#out.leastWithout([]); key !== undefined; key = this.#out.leastWithout([])) {
      this.#out.delete(key);
      const entrant = this.#entrantOf(key);
      this.#set(entrant, true);
      if (!this.#isLawfulWith(entrant)) {
        this.#set(entrant, false);
        rest.push(entrant.side.orderId(entrant.place));
      }
      yield STEPS.price + 2 * STEPS.change;
    }
    return rest;
  }

  #keyOf({ side, place }: Entrant): number {
    return side.isBuy ? place : this.#book.buys.size + place;
  }

  #entrantOf(key: number): Entrant {
    const { buys, sells } = this.#book;
    return key < buys.size ? { side: buys, place: key } : { side: sells, place: key - buys.size };
  }

  #isLawfulWith(entrant: Entrant): boolean {
    const uncrossing = uncrossingOf(this.#book);
    if (uncrossing === undefined || !tradesAt(entrant, uncrossing)) return false;
    return this.#shortAt(uncrossing) === undefined && this.#owners.ended(uncrossing).length === 0;
  }

  /** The order that would trade, but less than its least fill. */
  #shortAt({ volume, surplus }: Uncrossing): Entrant | undefined {
    if (surplus === 0) return undefined;
    const side = surplus > 0 ? this.#book.buys : this.#book.sells;
    const place = side.placeOf(volume);
    return volume - side.sharesBefore(place) < side.leastFill(place) ? { side, place } : undefined;
  }

  /** Whether the order takes part. */
  #set(entrant: Entrant, isIn: boolean): void {
    entrant.side.set(entrant.place, isIn);
    this.#owners.set(entrant, isIn);
  }
}

function tradesAt({ side, place }: Entrant, { price, volume }: Uncrossing): boolean {
  return side.accepts(place, price) && side.sharesBefore(place) < volume;
}

/** The limits of all orders and the reference price, ascending, each once. */
function* pricesOf({ buys, sells, reference }: AuctionBook): Computation<Price[]> {
  const prices: Price[] = [];
  let [buy, sell] = [buys.size - 1, 0];
  let other = reference ?? Infinity;
  for (let read = 1; buy >= 0 || sell < sells.size || other !== Infinity; read++) {
    const bid = buy >= 0 ? buys.price(buy) : Infinity;
    const offer = sell < sells.size ? sells.price(sell) : Infinity;
    const price = Math.min(bid, offer, other);
    if (price === bid) buy--;
    else if (price === offer) sell++;
    else other = Infinity;
    if (prices.at(-1) !== price) prices.push(price);
    if (read % ORDERS_A_PIECE === 0) yield STEPS.limit * ORDERS_A_PIECE;
  }
  return prices;
}
