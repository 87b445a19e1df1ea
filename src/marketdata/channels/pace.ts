import type { Timers } from '../../time/timers.ts';

/** Items that all readers together send in one turn of the event loop: about a millisecond. */
const ITEMS_A_TURN = 256;

/** A reader that has more to send, or to read. */
export interface Paced {
  /** Does some of it; returns how many items. Whoever has more then waits again. */
  serveSome(): number;
}

/**
 * Bounds the items of tapes that are sent in a turn of the event loop: what is more than that, and what readers
 * missed, is sent in later turns, in which the readers have their turns too.
 */
export class Pace {
  readonly #timers: Pick<Timers, 'soon'>;
  readonly #itemsATurn: number;
  #waiting: Paced[] = [];
  #scheduled = false;
  /** Items that may still be sent in this turn. */
  #left: number;

  constructor(timers: Pick<Timers, 'soon'>, itemsATurn = ITEMS_A_TURN) {
    this.#timers = timers;
    this.#itemsATurn = itemsATurn;
    this.#left = itemsATurn;
  }

  /** Whether `count` items more may be sent in this turn; the last of them may be more than is left. */
  take(count = 1): boolean {
    if (this.#left <= 0) return false;
    this.#left -= count;
    this.#schedule();
    return true;
  }

  add(reader: Paced): void {
    this.#waiting.push(reader);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#timers.soon(() => this.#turn());
  }

  #turn(): void {
    const readers = this.#waiting;
    this.#waiting = [];
    this.#scheduled = false;
    this.#left = this.#itemsATurn;
    let served = 0;
    for (; this.#left > 0 && served < readers.length; served++) this.#left -= readers[served]!.serveSome();
    // Those that have more come after those that were not served.
    this.#waiting = [...readers.slice(served), ...this.#waiting];
    if (this.#left < this.#itemsATurn || this.#waiting.length > 0) this.#schedule();
  }
}
