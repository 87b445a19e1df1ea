import type { Shares } from '../../api/index.ts';
import { byText, SortedKeys } from '../../collections/index.ts';
import type { Issue, Trade } from './entries.ts';
import type { Holder } from './holder.ts';

/** Entries kept of one holder, and of all. */
export const ENTRIES_MAX = { each: 10_000, all: 2_000_000 };

/** Bounds the entries of all holders: the oldest become part of the opening of their holder. */
export class KeptEntries {
  readonly #max: typeof ENTRIES_MAX;
  /** Holders with entries, by the oldest of these. */
  readonly #byOldest = new SortedKeys<Holder>(byOldest);
  /** How many there are. */
  kept = 0;

  constructor(max: typeof ENTRIES_MAX) {
    this.#max = max;
  }

  add(holder: Holder, shares: Shares, trade: Trade): void {
    holder.add(shares, trade);
    this.#added(holder);
  }

  issue(holder: Holder, issue: Issue): void {
    holder.issue(issue);
    this.#added(holder);
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

  #added(holder: Holder): void {
    this.kept++;
    if (holder.size === 1) this.#byOldest.add(holder);
    else if (holder.size >= this.#max.each) this.change(holder, () => holder.fold(this.#max.each / 2));
  }
}

/** Issues to several holders may have one place, between the same two matches. */
function byOldest(a: Holder, b: Holder): number {
  return (
    a.oldest - b.oldest ||
    a.securityId - b.securityId ||
    byText(a.clientId, b.clientId) ||
    byText(a.accountId ?? '', b.accountId ?? '')
  );
}
