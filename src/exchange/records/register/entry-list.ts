/** The kept entries of a holder as one list of numbers, which takes the least room. */
import type { MatchId, Shares } from '../../api/index.ts';
import type { Issue } from './entries.ts';
import { plus, signOf, type Units } from './units.ts';

/**
 * Of an entry in the list: its match, its shares (below 0: sold), its price, its day, its state, and its number in its
 * security, 0 before ISSUES_SINCE. An issue is placed between two matches, and has whole shares alone here.
 */
export const WIDTH = 6;
export const [SHARES, PRICE, DAY, STATE, NUMBER] = [1, 2, 3, 4, 5] as const;
/** The state of an issue; those of a match are 0 and 1. */
export const ISSUED = 2;

/** Entries are in the order of their matches; a client that trades with itself has two of one match. */
export function placeOf(entries: readonly number[], matchId: MatchId, shares: Shares): number | undefined {
  for (let at = firstAt(entries, matchId); entries[at] === matchId; at += WIDTH) {
    if (Math.sign(entries[at + SHARES]!) === Math.sign(shares)) return at;
  }
  return undefined;
}

export function placeOfIssue(
  entries: readonly number[],
  { place, entry }: Pick<Issue, 'place' | 'entry'>,
): number | undefined {
  for (let at = firstAt(entries, place); entries[at] === place; at += WIDTH) {
    if (entries[at + NUMBER] === entry) return at;
  }
  return undefined;
}

/** Where the first entry is that does not come before the place. */
function firstAt(entries: readonly number[], place: number): number {
  let [low, high] = [0, entries.length / WIDTH];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle * WIDTH]! < place) low = middle + 1;
    else high = middle;
  }
  return low * WIDTH;
}

/** Where the entry at this index of the list is, among issues and splits too. */
export function placesAt(entries: readonly number[], at: number): { readonly place: number; readonly entry: number } {
  return { place: entries[at]!, entry: entries[at + NUMBER]! };
}

/** What a walk over the entries needs to know of them. */
export interface EntryUnits {
  /** The millionths of an issue. */
  readonly restOf: (entry: number) => number;
  /** What the shares are right before the entry at this index, or after all of them: splits come between entries. */
  readonly splitAt: (had: Units, at: number) => Units;
}

/** Whether the shares have had the sign of those before them after each entry. */
export function keepsSign(before: Units, entries: readonly number[], { restOf, splitAt }: EntryUnits): boolean {
  const sign = signOf(before);
  let had = before;
  for (let at = 0; at < entries.length; at += WIDTH) {
    const rest = entries[at + STATE] === ISSUED ? restOf(entries[at + NUMBER]!) : 0;
    const split = splitAt(had, at);
    had = plus(split, { quantity: entries[at + SHARES]!, rest });
    if (signOf(split) !== sign || signOf(had) !== sign) return false;
  }
  return signOf(splitAt(had, entries.length)) === sign;
}
