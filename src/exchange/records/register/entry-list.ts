/** The kept entries of a holder as one list of numbers, which takes the least room. */
import type { MatchId, Shares } from '../../api/index.ts';
import type { Issue } from './entries.ts';

/**
 * Of an entry in the list: its match, its shares (below 0: sold), its price, its day, its state, and its number in its
 * security, 0 before ISSUES_SINCE. An issue is placed between two matches, and has whole shares alone here.
 */
export const WIDTH = 6;
export const [SHARES, PRICE, DAY, STATE, NUMBER] = [1, 2, 3, 4, 5] as const;
/** The state of an issue; those of a match are 0 and 1. */
export const ISSUED = 2;
/** The state of what the issuer bought in a tender: as a settled sale at its price, which no match is. */
export const TENDERED = 3;

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
