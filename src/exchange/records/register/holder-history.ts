/** The kept entries of one holder, in the order in which they are replayed (F15). */
import {
  byEntryPlace,
  type EntryPlace,
  type HolderEntry,
  type HolderHistory,
  type HolderOpening,
  type MatchId,
  type RegisterEntry,
} from '../../api/index.ts';
import type { KeptEntry } from './entries.ts';
import type { Holder } from './holder.ts';
import type { Issues } from './issues.ts';
import { UNDATED } from './lots.ts';
import { dateOf } from './security-holders.ts';
import { plus, type Units } from './units.ts';

interface Page {
  /** null: from the oldest. */
  readonly after: EntryPlace | null;
  readonly limit: number;
}

/** A page with what the holder had after each. Costs O(n) of those that are kept, which are at most 10,000. */
export function holderHistory(holder: Holder, issues: Issues, { after, limit }: Page): HolderHistory {
  const { quantity, rest, cost, isFolded, pending, opening } = holder;
  const first = firstAfter(holder, after);
  const end = Math.min(first + limit, holder.size);
  const entries: HolderEntry[] = [];
  let had: Units = opening;
  let settling = 0;
  for (let index = 0; index < holder.size; index++) {
    const one = holder.entryAt(index);
    had = plus(had, one);
    if (one.isPending) settling += one.quantity;
    if (index < first || index >= end) continue;
    entries.push({ ...entryView(one, holder, issues), after: { quantity: had.quantity, rest: had.rest } });
  }
  return {
    opening: {
      ...{ quantity: opening.quantity, rest: opening.rest, cost: opening.cost, pending: pending - settling },
      isFolded: opening.isFolded,
      report: opening.entry === 0 ? null : opening.entry,
    },
    entries,
    next: end === holder.size ? null : placeOf(holder.entryAt(end - 1)),
    now: { quantity, rest, pending, cost, isFolded },
  };
}

/** A page. Costs O(log n) and its length. */
export function holderEntries(holder: Holder, issues: Issues, { after, limit }: Page): RegisterEntry[] {
  const first = firstAfter(holder, after);
  const count = Math.min(limit, holder.size - first);
  return Array.from({ length: count }, (_, index) => entryView(holder.entryAt(first + index), holder, issues));
}

function entryView(one: KeptEntry, { securityId }: Holder, issues: Issues): RegisterEntry {
  const { place, quantity, rest, price, cost, entry, isPending } = one;
  return {
    at: placeOf(one),
    entry: entry === 0 ? null : entry,
    date: dateOf(one.day),
    ...{ quantity, rest },
    cause:
      cost === null
        ? { type: 'match', matchId: place as MatchId, price, isPending }
        : { type: 'issue', tradeId: issues.tradeOf(securityId, entry) ?? null, cost },
  };
}

function placeOf({ place, entry, quantity }: KeptEntry): EntryPlace {
  return { place, entry, isSale: quantity < 0 };
}

/** The index of the first entry after this one, which may be gone. */
function firstAfter(holder: Holder, after: EntryPlace | null): number {
  if (after === null) return 0;
  let [low, high] = [0, holder.size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byEntryPlace(placeOf(holder.entryAt(middle)), after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function holderOpening(holder: Holder): HolderOpening {
  const { quantity, rest, cost } = holder.opening;
  return { quantity, rest, cost, date: firstDate(holder) };
}

/** Entries have days, but for those of snapshots of before REGISTER_SINCE. */
function firstDate(holder: Holder): string | null {
  for (let index = 0; index < holder.size; index++) {
    const { day } = holder.entryAt(index);
    if (day !== UNDATED) return dateOf(day);
  }
  return null;
}
