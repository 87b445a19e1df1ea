/** What owners with a mode of self-trade prevention have on both sides of an auction (Q4 of docs/venue/auctions.md). */
import { CANCEL_BOTH, CANCEL_NEWEST, NO_PREVENTION, NOBODY } from '../store/index.ts';
import type { AuctionBook, Uncrossing } from './auction-price.ts';
import type { AuctionSide, Entrant } from './auction-side.ts';
import { Vote } from './majority.ts';
import { type OwnFilled, OwnOrders } from './own-orders.ts';
import { type Computation, ORDERS_A_PIECE, STEPS } from './steps.ts';

export class Owners {
  readonly #book: AuctionBook;
  /** The numbers of the owners of whom an order has a mode, from 1. */
  readonly #numbers = new Map<number, number>();
  #bought: OwnOrders | null = null;
  #sold: OwnOrders | null = null;
  readonly #vote = new Vote();

  constructor(book: AuctionBook) {
    this.#book = book;
  }

  /** Once all orders are there, which all take part. */
  *build(): Computation<void> {
    const { buys, sells } = this.#book;
    for (const side of [buys, sells]) yield* this.#number(side);
    if (this.#numbers.size === 0) return;
    this.#bought = new OwnOrders(buys, this.#numbers.size);
    yield* this.#bought.build(this.#numbers);
    this.#sold = new OwnOrders(sells, this.#numbers.size);
    yield* this.#sold.build(this.#numbers);
  }

  *#number(side: AuctionSide): Computation<void> {
    for (let place = 0; place < side.size; place++) {
      const owner = side.owner(place);
      if (owner !== NOBODY && side.mode(place) !== NO_PREVENTION && !this.#numbers.has(owner)) {
        this.#numbers.set(owner, this.#numbers.size + 1);
      }
      if (place % ORDERS_A_PIECE === 0) yield STEPS.owner * ORDERS_A_PIECE;
    }
  }

  /** How many have a mode; they have numbers from 1 on. */
  get size(): number {
    return this.#numbers.size;
  }

  /** 0: none of the orders of its owner has a mode. */
  numberOf(side: AuctionSide, place: number): number {
    return this.#ordersOf(side)?.numberOf(place) ?? 0;
  }

  set({ side, place }: Entrant, isIn: boolean): void {
    this.#ordersOf(side)?.set(place, isIn);
  }

  #ordersOf(side: AuctionSide): OwnOrders | null {
    return side.isBuy ? this.#bought : this.#sold;
  }

  /**
   * The orders that end because their owner has more on both sides than trades, so that two of them would meet: its
   * latest filled order with a mode, or its latest on the other side, or both. At most one owner has so much, more than
   * half of all fills: a vote finds it. Costs O(log n).
   */
  ended({ volume }: Uncrossing): Entrant[] {
    if (this.#bought === null || this.#sold === null) return [];
    const { buys, sells } = this.#book;
    const [lastBuy, lastSell] = [buys.placeOf(volume), sells.placeOf(volume)];
    this.#vote.clear();
    this.#bought.addFilled(lastBuy, volume, this.#vote);
    this.#sold.addFilled(lastSell, volume, this.#vote);
    const { owner } = this.#vote;
    if (owner === 0) return [];
    const bought = this.#bought.filled(owner, lastBuy, volume);
    const sold = this.#sold.filled(owner, lastSell, volume);
    if (bought.shares === 0 || sold.shares === 0 || bought.shares + sold.shares <= volume) return [];
    return endedOf(bought, sold);
  }
}

const timeOf = (entrant: Entrant | undefined) => (entrant === undefined ? -1 : entrant.side.time(entrant.place));
const modeOf = ({ side, place }: Entrant) => side.mode(place);

/** None where no order of the owner that is filled has a mode. */
function endedOf(bought: OwnFilled, sold: OwnFilled): Entrant[] {
  const isBuy = timeOf(bought.latestWithMode) > timeOf(sold.latestWithMode);
  const one = isBuy ? bought.latestWithMode : sold.latestWithMode;
  const other = isBuy ? sold.latest : bought.latest;
  if (one === undefined || other === undefined) return [];
  const [older, newer] = timeOf(one) < timeOf(other) ? [one, other] : [other, one];
  const mode = modeOf(newer) === NO_PREVENTION ? modeOf(older) : modeOf(newer);
  if (mode === CANCEL_BOTH) return [older, newer];
  return [mode === CANCEL_NEWEST ? newer : older];
}
