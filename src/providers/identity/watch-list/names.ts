/** Names in the form in which they are compared: plain ASCII, lower case, without what says nothing about who it is. */
import anyAscii from 'any-ascii';

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
