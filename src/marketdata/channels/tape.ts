import type { EventSeq } from '../../exchange/api/index.ts';

/** An entry of a tape: numbered by the venue, rising. */
export interface TapeItem {
  readonly seq: EventSeq;
}

/** Items that are kept for readers who fall behind, or come back soon. */
const TAPE_ITEMS_MAX = 16_384;

/** The newest items of a channel, in a ring of bounded size. */
export class Tape<Item extends TapeItem> {
  readonly #items: Item[] = [];
  readonly #max: number;
  #next = 0;
  #from: EventSeq;

  /** @param from the event after which all is kept */
  constructor(from: EventSeq, max = TAPE_ITEMS_MAX) {
    this.#from = from;
    this.#max = max;
  }

  push(item: Item): void {
    const overwritten = this.#items[this.#next];
    if (overwritten !== undefined) this.#from = overwritten.seq;
    this.#items[this.#next] = item;
    this.#next = (this.#next + 1) % this.#max;
  }

  /** Whether all that came after an event is kept. */
  covers(seq: EventSeq): boolean {
    return seq >= this.#from;
  }

  /** The entries after an event, oldest first. The tape must not be written to meanwhile. */
  *after(seq: EventSeq): Generator<Item> {
    const size = this.#items.length;
    const start = size < this.#max ? 0 : this.#next;
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#items[(start + middle) % size] as Item).seq > seq) high = middle;
      else low = middle + 1;
    }
    for (let at = low; at < size; at++) yield this.#items[(start + at) % size] as Item;
  }
}
