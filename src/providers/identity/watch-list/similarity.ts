import { ratio, token_set_ratio, token_similarity_sort_ratio } from 'fuzzball';

const PREPARED = { full_process: false };
/** A name that holds all the words of the other scores from this share upward, by how much of the longer it covers. */
const SUBSET_SHARE = 0.8;

/**
 * How alike two names are, 0 to 100, whatever the order of their words. A name that leaves words out (a middle name)
 * counts nearly as the whole one, if at least two words are left.
 * @param one words in alphabetical order, joined by blanks (as sortedName makes them)
 */
export function similarity(one: string, other: string): number {
  const straight = ratio(one, other, PREPARED);
  if (straight === 100) return 100;
  // Sorting by the alphabet goes wrong where the first letter of a word is misspelt.
  const paired = token_similarity_sort_ratio(one, other, PREPARED);
  return Math.max(straight, paired, subsetSimilarity(one, other));
}

export function sortedName(tokens: readonly string[]): string {
  return tokens.toSorted().join(' ');
}

function subsetSimilarity(one: string, other: string): number {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (!shorter.includes(' ')) return 0;
  const covered = SUBSET_SHARE + (1 - SUBSET_SHARE) * (shorter.length / longer.length);
  return Math.round(token_set_ratio(one, other, PREPARED) * covered);
}
