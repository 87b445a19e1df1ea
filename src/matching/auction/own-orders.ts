import { NO_PREVENTION, type Shares } from '../store/index.ts';
import type { AuctionSide, Entrant } from './auction-side.ts';
import { Latest } from './latest.ts';
import { Majority, type Vote } from './majority.ts';
import { PrefixSums } from './prefix-sums.ts';
import { type Computation, ORDERS_A_PIECE, STEPS } from './steps.ts';

/** What is filled of an owner on one side. */
export interface OwnFilled {
  readonly shares: Shares;
  /** undefined: none. */
  readonly latest: Entrant | undefined;
  readonly latestWithMode: Entrant | undefined;
}

/**
 * The orders of one side by owner, those of an owner by priority. An order has its slot in this sequence. Owners are
 * numbered from 1; 0 is for all of whom no order has a mode.
 */
export class OwnOrders {
  readonly #side: AuctionSide;
  /** The numbers of the owners, by the places of the orders. */
  readonly #numbers: Int32Array;
  /** The first slot of each owner, and after the last owner the end. */
  readonly #starts: Int32Array;
  readonly #slots: Int32Array;
  /** The places of the orders, by slot. */
  readonly #places: Int32Array;
  readonly #shares = new PrefixSums();
  readonly #times: Latest;
  readonly #timesWithMode: Latest;
  readonly #majority: Majority;

  /** @param owners how many there are */
  constructor(side: AuctionSide, owners: number) {
    this.#side = side;
    this.#numbers = new Int32Array(side.size);
    this.#starts = new Int32Array(owners + 2);
    this.#slots = new Int32Array(side.size);
    this.#places = new Int32Array(side.size);
    this.#times = new Latest(side.size);
    this.#timesWithMode = new Latest(side.size);
    this.#majority = new Majority(side.size);
  }

  /** All orders take part. @param numbers of the owners */
  *build(numbers: ReadonlyMap<number, number>): Computation<void> {
    const { size } = this.#side;
    const starts = this.#starts;
    for (let place = 0; place < size; place++) {
      const number = numbers.get(this.#side.owner(place)) ?? 0;
      this.#numbers[place] = number;
      starts[number + 1]!++;
      if (place % ORDERS_A_PIECE === 0) yield STEPS.owner * ORDERS_A_PIECE;
    }
    for (let number = 1; number < starts.length; number++) {
      starts[number]! += starts[number - 1]!;
      if (number % ORDERS_A_PIECE === 0) yield STEPS.fill * ORDERS_A_PIECE;
    }
    const next = starts.slice();
    for (let place = 0; place < size; place++) {
      const slot = next[this.#numbers[place]!]!++;
      this.#slots[place] = slot;
      this.#places[slot] = place;
      if (place % ORDERS_A_PIECE === 0) yield STEPS.fill * ORDERS_A_PIECE;
    }
    for (let slot = 0; slot < size; slot++) {
      const place = this.#places[slot]!;
      this.#shares.push(this.#side.quantity(place));
      this.#setTime(slot, true);
      this.#majority.set(place, this.#numbers[place]!, this.#side.quantity(place));
      if (slot % ORDERS_A_PIECE === 0) yield STEPS.ownOrder * ORDERS_A_PIECE;
    }
  }

  numberOf(place: number): number {
    return this.#numbers[place]!;
  }

  /** Whether the order takes part; not what it does already. */
  set(place: number, isIn: boolean): void {
    const slot = this.#slots[place]!;
    const quantity = this.#side.quantity(place);
    this.#shares.add(slot, isIn ? quantity : -quantity);
    this.#setTime(slot, isIn);
    this.#majority.set(place, this.#numbers[place]!, isIn ? quantity : 0);
  }

  #setTime(slot: number, isIn: boolean): void {
    const place = this.#places[slot]!;
    const time = isIn ? this.#side.time(place) : -1;
    this.#times.set(slot, time);
    if (this.#side.mode(place) !== NO_PREVENTION) this.#timesWithMode.set(slot, time);
  }

  /** Adds the votes of the fills, where the order at this place is the last one that is filled. */
  addFilled(last: number, volume: Shares, vote: Vote): void {
    this.#majority.addFirst(last, vote);
    vote.add(this.#numbers[last]!, volume - this.#side.sharesBefore(last));
  }

  /** What is filled of an owner, where the order at this place, of any owner, is the last one that is. */
  filled(number: number, last: number, volume: Shares): OwnFilled {
    const start = this.#starts[number]!;
    const end = this.#endOf(number, last);
    const isOwn = this.#numbers[last] === number;
    const unfilled = isOwn ? this.#side.sharesBefore(last) + this.#side.quantity(last) - volume : 0;
    return {
      shares: this.#shares.of(end) - this.#shares.of(start) - unfilled,
      latest: this.#entrant(this.#times.of(start, end)),
      latestWithMode: this.#entrant(this.#timesWithMode.of(start, end)),
    };
  }

  #entrant(slot: number): Entrant | undefined {
    return slot < 0 ? undefined : { side: this.#side, place: this.#places[slot]! };
  }

  /** The slot after those of the owner whose orders have this place or an earlier one. */
  #endOf(number: number, place: number): number {
    let low = this.#starts[number]!;
    let high = this.#starts[number + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#places[middle]! <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
