/** The kept entries of one holder, in the order in which they are replayed (F15). */
import type { EntryPlace, HolderEntry, HolderHistory, MatchId } from '../../api/index.ts';
import type { KeptEntry } from './entries.ts';
import type { Holder } from './holder.ts';
import type { Issues } from './issues.ts';
import { dateOf } from './security-holders.ts';
import { plus, type Units } from './units.ts';

/** A page of them. Costs O(n) of those that are kept, which are at most 10,000. @param after null: from the oldest */
export function holderHistory(
  holder: Holder,
  issues: Issues,
  { after, limit }: { readonly after: EntryPlace | null; readonly limit: number },
): HolderHistory {
  const { quantity, rest, cost, pending, opening } = holder;
  const kept = Array.from({ length: holder.size }, (_, index) => holder.entryAt(index));
  const entries: HolderEntry[] = [];
  let had: Units = opening;
  let next: EntryPlace | null = null;
  for (const one of kept) {
    had = plus(had, one);
    if (after !== null && !isAfter(one, after)) continue;
    if (entries.length === limit) break;
    entries.push(entryView(one, { holder, issues, had }));
    next = placeOf(one);
  }
  const last = kept.at(-1);
  if (last !== undefined && next !== null && !isAfter(last, next)) next = null;
  const settling = kept.reduce((sum, one) => sum + (one.isPending ? one.quantity : 0), 0);
  return {
    opening: {
      ...{ quantity: opening.quantity, rest: opening.rest, cost: opening.cost, pending: pending - settling },
      report: opening.entry === 0 ? null : opening.entry,
    },
    entries,
    next,
    now: { quantity, rest, pending, cost },
  };
}

type Context = { readonly holder: Holder; readonly issues: Issues; readonly had: Units };

function entryView(one: KeptEntry, { holder, issues, had }: Context): HolderEntry {
  const { place, quantity, rest, price, cost, entry, isPending } = one;
  return {
    entry: entry === 0 ? null : entry,
    date: dateOf(one.day),
    ...{ quantity, rest },
    cause:
      cost === null
        ? { type: 'match', matchId: place as MatchId, price, isPending }
        : { type: 'issue', tradeId: issues.tradeOf(holder.securityId, entry) ?? null, cost },
    after: { quantity: had.quantity, rest: had.rest },
  };
}

function placeOf({ place, entry, quantity }: KeptEntry): EntryPlace {
  return { place, entry, isSale: quantity < 0 };
}

/** By match, then by number; of the two of a holder that trades with itself the purchase is first. */
function isAfter(one: KeptEntry, { place, entry, isSale }: EntryPlace): boolean {
  if (one.place !== place) return one.place > place;
  return one.entry === entry ? one.quantity < 0 && !isSale : one.entry > entry;
}
