import type { Records, Ref, Shares } from '../store/index.ts';

/** The contras of an allocation and their fills: the first `count` of each. */
export interface Fills {
  readonly contras: Ref[];
  readonly fills: number[];
  count: number;
}

/**
 * Makes one fill of each order from those of its displayed part and the reserves of its price (M19), in the sequence in
 * which the matches are made: the orders that refill come after the others of their price, in the sequence of their new
 * priority. It may stop after any order, and goes on there (M17).
 */
export class DisplayParts {
  readonly #records: Records;
  /** The steps of all of it so far (M9). */
  steps = 0;
  #joining: Generator<void, void, undefined> | null = null;
  /** Orders that it may read before it stops. */
  #left = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  /**
   * Goes on with the fills, which it changes, or begins. Returns whether all are joined.
   * @param most orders that it reads, counted as often as it does so
   */
  join(fills: Fills, most: number): boolean {
    this.#joining ??= this.#joinAll(fills);
    this.#left = most;
    const { done } = this.#joining.next();
    if (done) this.#joining = null;
    return done === true;
  }

  *#joinAll(all: Fills): Generator<void, void, undefined> {
    const { contras, fills, count } = all;
    const records = this.#records;
    all.count = 0;
    for (let from = 0; from < count; ) {
      const rank = records.rank(contras[from]!);
      let holder: Ref = 0;
      let reserves = 0;
      let given = 0;
      let to = from;
      for (; to < count && given === 0 && records.rank(contras[to]!) === rank; to++) {
        if (this.#left === 0) yield;
        this.#count();
        const order = contras[to]!;
        // Its displayed part came before: these are the reserves.
        if (order === holder) given = fills[to]!;
        else if (this.#reserve(order) > 0) {
          if (holder === 0) holder = order;
          reserves += this.#reserve(order);
        }
      }
      const end = given === 0 ? to : to - 1;
      let rounds = 0;
      let left = given;
      if (given === reserves) [rounds, left] = [Infinity, 0];
      else if (given > 0) [rounds, left] = yield* this.#wholeRounds(contras, from, end, given);
      yield* this.#share(all, from, end, rounds, left);
      from = to;
    }
  }

  /**
   * How many rounds the shares of the reserves reach in which every order gives a whole part, or the rest of its
   * reserve; and the shares that are left then. The reserves have more shares than that.
   */
  *#wholeRounds(contras: readonly Ref[], from: number, end: number, shares: Shares): Generator<void, [number, Shares]> {
    for (let rounds = 0; ; ) {
      let used = 0;
      /** What the next round gives, and what it would if all reserves had a whole part: no later one gives more. */
      let next = 0;
      let most = 0;
      for (let i = from; i < end; i++) {
        if (this.#left === 0) yield;
        this.#count();
        const reserve = this.#reserve(contras[i]!);
        if (reserve === 0) continue;
        const display = this.#records.display(contras[i]!);
        const whole = Math.min(reserve, rounds * display);
        used += whole;
        if (whole === reserve) continue;
        next += Math.min(display, reserve - whole);
        most += display;
      }
      if (shares - used < next) return [rounds, shares - used];
      rounds += Math.max(1, Math.floor((shares - used) / most));
    }
  }

  /** @param rounds that the reserves give wholly, @param left what they give of the round after these, in shares */
  *#share(all: Fills, from: number, end: number, rounds: number, left: Shares): Generator<void, void, undefined> {
    const { contras, fills } = all;
    const records = this.#records;
    const refilled: Ref[] = [];
    const filled: number[] = [];
    /** The one with the best priority afterwards: of the last round its part was not, or not wholly, taken. */
    let first = -1;
    for (let i = from; i < end; i++) {
      if (this.#left === 0) yield;
      this.#count();
      const order = contras[i]!;
      const reserve = this.#reserve(order);
      let fill = fills[i]!;
      if (reserve > 0 && fill === records.displayed(order)) {
        const display = records.display(order);
        const whole = Math.min(reserve, rounds * display);
        const part = Math.min(display, reserve - whole);
        const taken = first < 0 ? Math.min(part, left) : 0;
        if (first < 0 && left < part) first = refilled.length;
        left -= taken;
        fill += whole + taken;
        if (whole + taken < reserve) {
          refilled.push(order);
          filled.push(fill);
          continue;
        }
      }
      // Never ahead of the reading: count <= i.
      contras[all.count] = order;
      fills[all.count++] = fill;
    }
    for (let i = 0; i < refilled.length; i++) {
      if (this.#left === 0) yield;
      this.#count();
      const at = (first + i) % refilled.length;
      contras[all.count] = refilled[at]!;
      fills[all.count++] = filled[at]!;
    }
  }

  /** The shares of an order that are not displayed. */
  #reserve(order: Ref): Shares {
    return this.#records.remaining(order) - this.#records.displayed(order);
  }

  #count(): void {
    this.#left--;
    this.steps++;
  }
}
