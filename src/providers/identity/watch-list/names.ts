/** Names in the form in which they are compared: plain ASCII, lower case, without what says nothing about who it is. */
import anyAscii from 'any-ascii';
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

const HONORIFICS = wordSet(
  'mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend hon jr sr ii iii iv phd md esq capt ' +
    'captain maj col gen lt sgt',
);
const LEGAL_FORMS = wordSet(
  'llc inc incorporated ltd limited co company corp corporation plc lp llp llc sa sas sarl srl spa ag gmbh bv nv ' +
    'oy ab as pte pty pjsc ojsc jsc ooo oao zao kk sdn bhd',
);
/** Longer names are cut, so that no call makes the comparison slow. */
const NAME_LENGTH_MAX = 350;
const TOKENS_MAX = 24;

export type NameKind = 'individual' | 'other';

/**
 * The words of a name: transliterated, lower case, apostrophes and full stops left out (O'Example is oexample, L.L.C.
 * is llc), other signs as blanks. Honorifics of individuals and legal forms of others are left out unless nothing else
 * remains.
 */
export function nameTokens(name: string, kind: NameKind): string[] {
  const plain = anyAscii(name.slice(0, NAME_LENGTH_MAX).normalize('NFKC')).toLowerCase();
  const words = plain
    .replace(/['`’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, TOKENS_MAX);
  const silent = kind === 'individual' ? HONORIFICS : LEGAL_FORMS;
  const kept = words.filter((word) => !silent.has(word));
  return kept.length === 0 ? words : kept;
}

/** Pieces of three letters of each word, its borders marked: how alike names are found before they are compared. */
export function trigrams(tokens: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const token of tokens) {
    const bordered = `^${token}$`;
    for (let start = 0; start + 3 <= bordered.length; start += 1) found.add(bordered.slice(start, start + 3));
  }
  return found;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
