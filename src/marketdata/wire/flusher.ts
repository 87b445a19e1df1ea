import type { Timers } from '../../time/timers.ts';

/** SocketWriters served in one turn, and milliseconds, before others, such as incoming orders, get theirs. */
const WRITERS_A_TURN = 256;
const TURN_MS = 1;
/** SocketWriters that are served without reading the clock. */
const WRITERS_A_LOOK = 16;

/** Something that holds written bytes back until it is flushed. */
export interface Flushable {
  flush(): void;
}

/** Hands what was written during one turn to the system in one call per connection, a bounded number of them a turn. */
export class Flusher {
  readonly #timers: Pick<Timers, 'soon' | 'nowMs'>;
  #waiting: Flushable[] = [];
  #next = 0;
  #scheduled = false;
  readonly #onFlushed: (heldMs: number) => void;
  #sinceMs = 0;

  /** @param onFlushed called when nothing is held back any more, with how long the first bytes were */
  constructor(timers: Pick<Timers, 'soon' | 'nowMs'>, onFlushed: (heldMs: number) => void = () => {}) {
    this.#timers = timers;
    this.#onFlushed = onFlushed;
  }

  /** Nothing is held back. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  add(writer: Flushable): void {
    if (this.#waiting.length === 0) this.#sinceMs = this.#timers.nowMs();
    this.#waiting.push(writer);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#timers.soon(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    const end = Math.min(this.#waiting.length, this.#next + WRITERS_A_TURN);
    const startMs = this.#timers.nowMs();
    while (this.#next < end) {
      this.#waiting[this.#next++]?.flush();
      if (this.#next % WRITERS_A_LOOK === 0 && this.#timers.nowMs() - startMs >= TURN_MS) break;
    }
    if (this.#next < this.#waiting.length) {
      this.#schedule();
    } else {
      this.#waiting = [];
      this.#next = 0;
      this.#onFlushed(this.#timers.nowMs() - this.#sinceMs);
    }
  }
}
