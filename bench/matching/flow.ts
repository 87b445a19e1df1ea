import { type BookListener, type BookSide, BUY, Engine, NONE, SELL } from '../../src/matching/index.ts';
import { seededRandom } from '../support/random.ts';

export const ENTER = 0;
export const CANCEL = 1;
const REPLACE = 2;

/** Random order flow in columns: what every engine under measurement gets, in the same order. */
export interface Flow {
  /** Messages that fill the book before the measurement begins. */
  readonly prefill: number;
  /** All messages, the prefill included. */
  readonly messages: number;
  readonly kind: Uint8Array;
  readonly orderId: Int32Array;
  readonly side: Uint8Array;
  /** Ticks; the book gets them as cents. */
  readonly price: Int32Array;
  /** The total for a new order and for a replacement. */
  readonly quantity: Int32Array;
  /** What of the quantity is not filled: for engines that count a replacement so. */
  readonly remaining: Int32Array;
}

/** One tick of the flow, a cent, in millionths of a dollar. */
export const TICK = 10_000;
const MID = 10_000;
/** Price levels on each side of the middle. */
const LEVELS = 500;
const RESTING = 20_000;

interface LiveOrder {
  readonly orderId: number;
  readonly side: BookSide;
  quantity: number;
  index: number;
}

/** Half new orders, four tenths cancels, one tenth replacements (of price and size), around a full book. */
export class FlowGenerator implements BookListener {
  readonly #random: () => number;
  readonly #engine = new Engine(this);
  readonly #live: LiveOrder[] = [];
  readonly #byId = new Map<number, LiveOrder>();
  #lastId = 0;
  readonly #flow: Flow;
  #messages = 0;

  constructor(messages: number, seed: number) {
    this.#random = seededRandom(seed);
    const all = RESTING + messages;
    this.#flow = {
      prefill: RESTING,
      messages: all,
      kind: new Uint8Array(all),
      orderId: new Int32Array(all),
      side: new Uint8Array(all),
      price: new Int32Array(all),
      quantity: new Int32Array(all),
      remaining: new Int32Array(all),
    };
    this.#engine.addBook(1, true);
  }

  generate(): Flow {
    while (this.#messages < RESTING) this.#enter(false);
    while (this.#messages < this.#flow.messages) {
      const chance = this.#random();
      if (chance < 0.5) this.#enter(this.#random() < (this.#live.length > RESTING ? 0.35 : 0.1));
      else if (chance < 0.9) this.#cancel();
      else this.#replace();
    }
    return this.#flow;
  }

  #enter(aggressive: boolean): void {
    const side = this.#random() < 0.5 ? BUY : SELL;
    const orderId = ++this.#lastId;
    const order: LiveOrder = { orderId, side, quantity: this.#size(), index: this.#live.length };
    this.#live.push(order);
    this.#byId.set(orderId, order);
    const price = this.#price(side, aggressive);
    this.#record(ENTER, orderId, side, price, order.quantity, order.quantity);
    this.#engine.enter(1, orderId, side, price * TICK, order.quantity, NONE, 0, false, true);
  }

  #cancel(): void {
    const order = this.#pick();
    this.#record(CANCEL, order.orderId, order.side, 0, 0, 0);
    this.#engine.cancel(order.orderId);
  }

  #replace(): void {
    const order = this.#pick();
    const filled = order.quantity - this.#engine.remainingOf(order.orderId);
    const remaining = this.#size();
    const price = this.#price(order.side, false);
    order.quantity = filled + remaining;
    this.#record(REPLACE, order.orderId, order.side, price, order.quantity, remaining);
    this.#engine.replace(order.orderId, price * TICK, order.quantity, NONE, 0);
  }

  /** Passive orders spread over all levels, denser near the middle; aggressive ones cross it by a few ticks. */
  #price(side: BookSide, aggressive: boolean): number {
    const offset = aggressive ? -5 : 1 + Math.floor(this.#random() ** 1.5 * LEVELS);
    return side === BUY ? MID - offset : MID + offset;
  }

  #size(): number {
    return 1 + Math.floor(this.#random() * 100);
  }

  #pick(): LiveOrder {
    return this.#live[Math.floor(this.#random() * this.#live.length)] as LiveOrder;
  }

  #record(kind: number, orderId: number, side: number, price: number, quantity: number, remaining: number): void {
    const at = this.#messages++;
    const flow = this.#flow;
    flow.kind[at] = kind;
    flow.orderId[at] = orderId;
    flow.side[at] = side;
    flow.price[at] = price;
    flow.quantity[at] = quantity;
    flow.remaining[at] = remaining;
  }

  #end(orderId: number): void {
    const order = this.#byId.get(orderId) as LiveOrder;
    this.#byId.delete(orderId);
    const last = this.#live.pop() as LiveOrder;
    if (last === order) return;
    last.index = order.index;
    this.#live[order.index] = last;
  }

  // ---------------------------------------------------------------- BookListener

  accepted(): void {}
  matched(...match: Parameters<BookListener['matched']>): void {
    const [, initiatorId, contraId, , , , initiatorRemaining, contraRemaining] = match;
    if (initiatorRemaining === 0) this.#end(initiatorId);
    if (contraRemaining === 0) this.#end(contraId);
  }
  cancelled(_bookId: number, orderId: number): void {
    this.#end(orderId);
  }
  replaced(): void {}
  rejected(): void {
    throw new Error('the generated flow is wrong');
  }
  topOfBookChanged(): void {}
}
