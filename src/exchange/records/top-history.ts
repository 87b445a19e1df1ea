import type { TopOfBook } from '../api/index.ts';

/** Changes of the visible top that are kept for subscribers who come back, over all securities of the venue. */
export const TOPS_KEPT_MAX = 16_384;

/** The newest changes of the visible top, in a ring: bounded however long the venue runs. */
export class TopHistory {
  readonly #ring: TopOfBook[] = [];
  #next = 0;

  add(top: TopOfBook): void {
    this.#ring[this.#next] = top;
    this.#next = (this.#next + 1) % TOPS_KEPT_MAX;
  }

  /** The changes after seq `after`, oldest first; undefined when some of them are no longer kept. */
  since(current: TopOfBook, after: number): TopOfBook[] | undefined {
    if (after < 0 || after > current.seq) return undefined;
    const missed = this.entries().filter((top) => top.securityId === current.securityId && top.seq > after);
    return missed.length === current.seq - after ? missed : undefined;
  }

  /** What is kept, oldest first. */
  entries(): TopOfBook[] {
    if (this.#ring.length < TOPS_KEPT_MAX) return this.#ring.slice();
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)];
  }
}
