import type { EventSeq, SecurityId, TopOfBook } from '../api/index.ts';

/** Changes of the visible top that are kept for subscribers who come back, over all securities of the venue. */
export const TOPS_KEPT_MAX = 16_384;

/** The newest changes of the visible top, in a ring: bounded however long the venue runs. */
export class TopHistory {
  readonly #ring: TopOfBook[] = [];
  /** In the same places: the number of the change before it of the same security; 0 for the first. */
  readonly #before: number[] = [];
  /** The number of the last change of each security; the changes of all of them are counted from 1. */
  readonly #last = new Map<SecurityId, number>();
  #count = 0;

  add(top: TopOfBook): void {
    const place = this.#count % TOPS_KEPT_MAX;
    this.#count++;
    this.#ring[place] = top;
    this.#before[place] = this.#last.get(top.securityId) ?? 0;
    this.#last.set(top.securityId, this.#count);
  }

  /** The changes after seq `after`, oldest first; undefined when some of them are no longer kept. */
  since(current: TopOfBook, after: EventSeq): TopOfBook[] | undefined {
    if (after < 0 || after > current.seq) return undefined;
    const missed: TopOfBook[] = [];
    const oldest = this.#count - this.#ring.length + 1;
    for (let number = this.#last.get(current.securityId) ?? 0; number >= oldest; ) {
      const place = (number - 1) % TOPS_KEPT_MAX;
      const top = this.#ring[place] as TopOfBook;
      if (top.seq <= after) break;
      missed.push(top);
      number = this.#before[place] as number;
    }
    return missed.length === current.seq - after ? missed.reverse() : undefined;
  }

  /** The kept tops, oldest first. */
  entries(): TopOfBook[] {
    const next = this.#count % TOPS_KEPT_MAX;
    if (this.#ring.length < TOPS_KEPT_MAX) return this.#ring.slice();
    return [...this.#ring.slice(next), ...this.#ring.slice(0, next)];
  }
}
