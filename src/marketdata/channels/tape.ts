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
  #pushed = 0;
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
    this.#pushed++;
  }

  /** How many items were pushed so far. */
  get pushed(): number {
    return this.#pushed;
  }

  /** The event of the newest item; before the first item, the event after which all is kept. */
  get lastSeq(): EventSeq {
    return this.#items.length === 0 ? this.#from : this.#at(this.#items.length - 1).seq;
  }

  /** Whether all that came after an event is kept. */
  covers(seq: EventSeq): boolean {
    return seq >= this.#from;
  }

  /** The entries after an event, oldest first. The tape must not be written to meanwhile. */
  *after(seq: EventSeq): Generator<Item> {
    for (let at = this.#placeAfter(seq); at < this.#items.length; at++) yield this.#at(at);
  }

  /**
   * The entries after an event up to the next multiple of `length` of all that were pushed, so that readers that begin
   * at different entries soon read the same runs.
   */
  run(seq: EventSeq, length: number): readonly Item[] {
    const size = this.#items.length;
    const start = this.#placeAfter(seq);
    const end = Math.min(size, start + length - ((this.#pushed - size + start) % length));
    return Array.from({ length: end - start }, (_, index) => this.#at(start + index));
  }

  #placeAfter(seq: EventSeq): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#at(middle).seq > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** By age, the oldest first. */
  #at(place: number): Item {
    const size = this.#items.length;
    return this.#items[((size < this.#max ? 0 : this.#next) + place) % size] as Item;
  }
}
