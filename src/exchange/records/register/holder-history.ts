/** The kept entries of one holder, in the order in which they are replayed (F15). */
import {
  byEntryPlace,
  type EntryPlace,
  type HolderEntry,
  type HolderHistory,
  type HolderOpening,
  type MatchId,
  type RegisterEntry,
  sharesAfter,
} from '../../api/index.ts';
import type { KeptEntry } from './entries.ts';
import type { Holder } from './holder.ts';
import type { Issues } from './issues.ts';
import { UNDATED } from './lots.ts';
import { PendingShares } from './pending-shares.ts';
import { dateOf } from './security-holders.ts';
import { comesBefore, type Split } from './splits.ts';
import { minus, NO_UNITS, plus, type Units } from './units.ts';

interface Page {
  /** null: from the oldest. */
  readonly after: EntryPlace | null;
  readonly limit: number;
}

/** A page with what the holder had after each. Costs O(n) of those that are kept, which are at most 10,000. */
export function holderHistory(holder: Holder, issues: Issues, { after, limit }: Page): HolderHistory {
  const { quantity, rest, cost, isFolded, pending, opening, splits } = holder;
  const entries: HolderEntry[] = [];
  let had: Units = opening;
  const settling = new PendingShares(splits);
  let isMore = false;
  for (const row of rowsAfter(holder, null)) {
    const before = had;
    had = 'to' in row ? sharesAfter(had, row) : plus(had, row);
    if (!('to' in row) && row.isPending) settling.add(splits.before(row), row.quantity);
    if (after !== null && byEntryPlace(placeOf(row), after) <= 0) continue;
    if (entries.length === limit) isMore = true;
    else {
      const left = { quantity: had.quantity, rest: had.rest };
      const moved = 'to' in row ? minus(had, before) : row;
      entries.push({ ...entryView(row, moved, holder, issues), after: left });
    }
  }
  return {
    opening: {
      ...{ quantity: opening.quantity, rest: opening.rest, cost: opening.cost, pending: pending - settling.sum },
      isFolded: opening.isFolded,
      report: opening.entry === 0 ? null : opening.entry,
    },
    entries,
    next: isMore ? (entries.at(-1)?.at ?? null) : null,
    now: { quantity, rest, pending, cost, isFolded },
  };
}

/** A page. Costs O(log n) and its length. */
export function holderEntries(holder: Holder, issues: Issues, { after, limit }: Page): RegisterEntry[] {
  const page: RegisterEntry[] = [];
  if (limit === 0) return page;
  for (const row of rowsAfter(holder, after)) {
    page.push(entryView(row, 'to' in row ? NO_UNITS : row, holder, issues));
    if (page.length === limit) break;
  }
  return page;
}

/** Entries and the splits between them, after a place. */
function* rowsAfter(holder: Holder, after: EntryPlace | null): Generator<KeptEntry | Split> {
  const { splits, opening } = holder;
  const due = splits.all.slice(opening.splits, holder.splitCount);
  const isToCome = (split: Split) => after === null || byEntryPlace(placeOf(split), after) > 0;
  const between = due.length === 0 ? due : due.filter(isToCome);
  let next = 0;
  for (let index = firstAfter(holder, after); index < holder.size; index++) {
    const one = holder.entryAt(index);
    for (; next < between.length && comesBefore(between[next]!, one); next++) yield between[next]!;
    yield one;
  }
  yield* between.slice(next);
}

function entryView(
  one: KeptEntry | Split,
  { quantity, rest }: Units,
  { securityId, splits }: Holder,
  issues: Issues,
): RegisterEntry {
  const { entry } = one;
  const fields = { at: placeOf(one), entry: entry === 0 ? null : entry, date: dateOf(one.day), quantity, rest };
  if ('to' in one) {
    const { cause: type = 'action', actionId, to, from, fractions } = one;
    return { ...fields, cause: { type, actionId, to, from, fractions } };
  }
  const { place, price, cost, isPending, isIssue, isTender, converted } = one;
  if (converted !== undefined) {
    const { actionId, securityId: fromSecurityId } = converted;
    return { ...fields, cause: { type: 'converted', actionId, fromSecurityId, cost } };
  }
  if (isTender) return { ...fields, cause: { type: 'tender', actionId: splits.tenderOf(entry).actionId, price } };
  return {
    ...fields,
    cause: isIssue
      ? { type: 'issue', tradeId: issues.tradeOf(securityId, entry) ?? null, cost: cost! }
      : { type: 'match', matchId: place as MatchId, price, isPending },
  };
}

function placeOf(one: KeptEntry | Split): EntryPlace {
  return { place: one.place, entry: one.entry, isSale: !('to' in one) && one.quantity < 0 };
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
