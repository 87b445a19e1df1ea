import type { Shares } from '../../api/index.ts';
import { SortedKeys } from '../../collections/index.ts';
import type { Holder, Trade } from './holder.ts';

/** Entries kept of one holder, and of all. */
export const ENTRIES_MAX = { each: 10_000, all: 2_000_000 };

/** Bounds the entries of all holders: the oldest become part of the opening of their holder. */
export class KeptEntries {
  readonly #max: typeof ENTRIES_MAX;
  /** Holders with entries, by the oldest of these. */
  readonly #byOldest = new SortedKeys<Holder>((a, b) => a.oldest - b.oldest);
  /** How many there are. */
  kept = 0;

  constructor(max: typeof ENTRIES_MAX) {
    this.#max = max;
  }

  add(holder: Holder, shares: Shares, trade: Trade): void {
    holder.add(shares, trade);
    this.kept++;
    if (holder.size === 1) this.#byOldest.add(holder);
    else if (holder.size >= this.#max.each) this.change(holder, () => holder.fold(this.#max.each / 2));
  }

  /** The change may remove entries, or put the oldest in another place. */
  change(holder: Holder, work: () => void): void {
    const { size } = holder;
    if (size > 0) this.#byOldest.delete(holder);
    work();
    if (holder.size > 0) this.#byOldest.add(holder);
    this.kept += holder.size - size;
  }

  /** Returns the holder of whom some were folded; undefined where there are not too many of all. */
  foldOldest(): Holder | undefined {
    if (this.kept <= this.#max.all) return undefined;
    const holder = this.#byOldest.first as Holder;
    this.change(holder, () => holder.fold(Math.ceil(holder.size / 2)));
    return holder;
  }
}
