import type { BookListener, BookSide } from '../../src/matching/index.ts';
import { PlainBook } from '../support/plain-book.ts';
import { CANCEL, ENTER_IMMEDIATE, MODIFY, type ScenarioFlow } from '../support/scenario-flow.ts';

/** What a flow does to a book, whichever book it is. */
export interface Facts {
  readonly messages: number;
  readonly matches: number;
  readonly restingInTheMiddle: number;
  readonly restingAtTheEnd: number;
  /** Price levels at the end. */
  readonly bids: number;
  readonly offers: number;
  /** Between the lowest and the highest resting price at the end, in ticks. */
  readonly range: number;
  readonly levelsOpened: number;
}

/** Follows the resting orders by the reports of a book. */
class RestingOrders implements BookListener {
  /** Side and price of each order that rests or is about to. */
  readonly #orders = new Map<number, readonly [BookSide, number]>();
  /** How many orders there are at a price, by side. */
  readonly levels = [new Map<number, number>(), new Map<number, number>()] as const;
  opened = 0;
  matches = 0;

  get size(): number {
    return this.#orders.size;
  }

  /** To be called when the order has come to rest. */
  rest(orderId: number, side: BookSide, price: number): void {
    const orders = this.levels[side].get(price) ?? 0;
    if (orders === 0) this.opened++;
    this.levels[side].set(price, orders + 1);
    this.#orders.set(orderId, [side, price]);
  }

  accepted(): void {}
  matched(...[, , contraId, , , , , contraRemaining]: Parameters<BookListener['matched']>): void {
    this.matches++;
    if (contraRemaining === 0) this.#end(contraId);
  }
  cancelled(_bookId: number, orderId: number): void {
    this.#end(orderId);
  }
  replaced(): void {}
  rejected(): void {}
  topOfBookChanged(): void {}

  #end(orderId: number): void {
    const order = this.#orders.get(orderId);
    if (order === undefined) return;
    const [side, price] = order;
    this.#orders.delete(orderId);
    const left = this.levels[side].get(price)! - 1;
    if (left === 0) this.levels[side].delete(price);
    else this.levels[side].set(price, left);
  }
}

export function factsOf({ messages, kind, orderNumber, side, price, quantity }: ScenarioFlow): Facts {
  const resting = new RestingOrders();
  const book = new PlainBook(resting);
  let restingInTheMiddle = 0;
  for (let i = 0; i < messages; i++) {
    const what = kind[i]!;
    const id = orderNumber[i]!;
    if (what === CANCEL || what === MODIFY) book.cancel(id);
    if (what !== CANCEL) {
      const of = side[i] as BookSide;
      book.enter(id, of, price[i]!, quantity[i]!, what === ENTER_IMMEDIATE);
      if (book.isLive(id)) resting.rest(id, of, price[i]!);
    }
    if (i === messages >>> 1) restingInTheMiddle = resting.size;
  }
  const [bids, offers] = resting.levels;
  const prices = [...bids.keys(), ...offers.keys()];
  return {
    messages,
    matches: resting.matches,
    restingInTheMiddle,
    restingAtTheEnd: resting.size,
    bids: bids.size,
    offers: offers.size,
    range: Math.max(...prices) - Math.min(...prices),
    levelsOpened: resting.opened,
  };
}
