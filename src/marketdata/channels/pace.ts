import type { Timers } from '../../time/timers.ts';

/** Items that all readers together tell in one turn of the event loop: a millisecond or two. */
const ITEMS_A_TURN = 1024;

/** Somebody who has more to tell. */
export interface Paced {
  /** Tells some of it; returns how many items. Whoever has more then waits again. */
  tellSome(): number;
}

/**
 * Bounds the items of own events that are told in a turn of the event loop: what is more than that, and what readers
 * missed, is told in later turns, in which the readers have their turns too.
 */
export class Pace {
  readonly #timers: Pick<Timers, 'soon'>;
  #waiting: Paced[] = [];
  #scheduled = false;
  /** Items that may still be told in this turn. */
  #left = ITEMS_A_TURN;

  constructor(timers: Pick<Timers, 'soon'>) {
    this.#timers = timers;
  }

  /** Whether one more item may be told in this turn. */
  take(): boolean {
    if (this.#left <= 0) return false;
    this.#left--;
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
    this.#left = ITEMS_A_TURN;
    let served = 0;
    for (; this.#left > 0 && served < readers.length; served++) this.#left -= readers[served]!.tellSome();
    // Those that have more are behind those that were not served.
    this.#waiting = [...readers.slice(served), ...this.#waiting];
    if (this.#left < ITEMS_A_TURN || this.#waiting.length > 0) this.#schedule();
  }
}
