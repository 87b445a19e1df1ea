/** Names in the form in which they are compared: plain ASCII, lower case, without what says nothing about who it is. */
import anyAscii from 'any-ascii';
import { WORD_LENGTH_MAX } from './word-index.ts';

const HONORIFICS = wordSet(
  'mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend hon jr sr ii iii iv phd md esq capt ' +
    'captain maj col gen lt sgt',
);
const LEGAL_FORMS = wordSet(
  'llc inc incorporated ltd limited co company corp corporation plc lp llp llc sa sas sarl srl spa ag gmbh bv nv ' +
    'oy ab as pte pty pjsc ojsc jsc ooo oao zao kk sdn bhd',
);
/** What is longer is not compared, so that no call makes the comparison slow. First, middle and last name fit in. */
const NAME_LENGTH_MAX = 2_000;
const TOKENS_MAX = 60;
/** Each sign of these scripts is a syllable, transliterated as a word. */
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}]/gu;

export type NameKind = 'individual' | 'other';

/** @param type of an entry, or of who is screened */
export function nameKindOf(type: string): NameKind {
  return type === 'individual' ? 'individual' : 'other';
}

/**
 * The words of a name: transliterated, lower case, apostrophes and full stops left out (O'Example is oexample, L.L.C.
 * is llc), other signs as blanks. Honorifics of individuals and legal forms of others are left out unless nothing else
 * remains, and so are the initials of individuals.
 */
export function nameTokens(name: string, kind: NameKind): string[] {
  return distinctiveWords(name, kind)
    .slice(0, TOKENS_MAX)
    .map((word) => word.slice(0, WORD_LENGTH_MAX));
}

/** Whether a name is compared as a whole: it is not too long, and says more than initials. */
export function isComparable(name: string, kind: NameKind): boolean {
  if (name.length > NAME_LENGTH_MAX) return false;
  const words = distinctiveWords(name, kind);
  return words.length <= TOKENS_MAX && words.some((word) => kind === 'other' || word.length > 1);
}

function distinctiveWords(name: string, kind: NameKind): string[] {
  const spaced = name.slice(0, NAME_LENGTH_MAX).normalize('NFKC').replace(SYLLABLES, '$& ');
  const plain = anyAscii(spaced).toLowerCase();
  const words = plain
    .replace(/['`’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const silent = kind === 'individual' ? HONORIFICS : LEGAL_FORMS;
  const kept = words.filter((word) => !silent.has(word) && (kind === 'other' || word.length > 1));
  return kept.length === 0 ? words : kept;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
