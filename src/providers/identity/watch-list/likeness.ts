/** How alike two names are, word by word. */
import type { AlikeWord } from './word-index.ts';

/** What words of the longer name that have no partner take off, 0 to 100, by their share of its letters. */
const LEFT_OVER_WEIGHT = 5;
/** What it takes off when no word of the listed family name has a partner: given names are shared by many. */
const NO_FAMILY_NAME = 12;
/** The same, where all that is alike is one or two words that many names of the list have: John Thomas. */
const ONLY_COMMON_NAMES = 15;
const COMMON_WORDS_MAX = 2;
/** What it takes off when the first given name has no partner: people leave out a middle name more often. */
const NO_FIRST_NAME = 3;

export interface SoughtWord {
  readonly length: number;
  /** The words of the list that are alike, by their number. */
  readonly alike: ReadonlyMap<number, number>;
}

export interface ListedWord {
  readonly word: number;
  readonly length: number;
  /** It is before the comma of LAST, First Middle. */
  readonly isFamilyName: boolean;
  /** It is the first one after the comma. */
  readonly isFirstName: boolean;
}

export function soughtWord(word: string, alike: readonly AlikeWord[]): SoughtWord {
  return { length: word.length, alike: new Map(alike.map(({ word: id, likeness }) => [id, likeness])) };
}

/**
 * 0 to 100, whatever the order of the words. Each word of the shorter name counts by its best partner and its length;
 * words that only the longer name has (a middle name) take off little, unless a single word is all that is left.
 * `isCommon` says of a word of the list whether many of its names have it.
 */
export function likeness(
  sought: readonly SoughtWord[],
  listed: readonly ListedWord[],
  isCommon: (word: number) => boolean,
): number {
  const [soughtLetters, listedLetters] = [lettersOf(sought), lettersOf(listed)];
  const isSoughtShorter =
    sought.length === listed.length ? soughtLetters <= listedLetters : sought.length < listed.length;
  const [shorter, longer] = isSoughtShorter ? [sought, listed] : [listed, sought];
  const [shorterLetters, longerLetters] = [lettersOf(shorter), lettersOf(longer)];
  let [alike, paired] = [0, 0];
  let isOther = listed.some(({ isFamilyName }) => isFamilyName);
  let isFirstMissing = listed.some(({ isFirstName }) => isFirstName);
  const pairs = pairsOf(sought, listed);
  for (const pair of pairs) {
    alike += pair.likeness * (isSoughtShorter ? pair.sought.length : pair.listed.length);
    if (pair.listed.isFamilyName) isOther = false;
    if (pair.listed.isFirstName) isFirstMissing = false;
    paired += (isSoughtShorter ? pair.listed : pair.sought).length;
  }
  const share = alike / shorterLetters;
  if (shorter.length === 1 && longer.length > 1) return (100 * share * shorterLetters) / longerLetters;
  const isCommonOnly = pairs.length <= COMMON_WORDS_MAX && pairs.every((pair) => isCommon(pair.listed.word));
  const family = isCommonOnly ? ONLY_COMMON_NAMES : NO_FAMILY_NAME;
  const missing = (isOther ? family : 0) + (isFirstMissing ? NO_FIRST_NAME : 0);
  const leftOver = LEFT_OVER_WEIGHT * (1 - paired / longerLetters) + missing;
  return Math.max(0, 100 * share - leftOver);
}

interface Pair {
  readonly sought: SoughtWord;
  readonly listed: ListedWord;
  readonly likeness: number;
}

/** Each word at most once, the pairs that prove most first. */
function pairsOf(sought: readonly SoughtWord[], listed: readonly ListedWord[]): Pair[] {
  const possible: Pair[] = [];
  for (const one of sought) {
    for (const other of listed) {
      const alike = one.alike.get(other.word);
      if (alike !== undefined) possible.push({ sought: one, listed: other, likeness: alike });
    }
  }
  possible.sort((one, other) => other.likeness * other.sought.length - one.likeness * one.sought.length);
  const taken = new Set<SoughtWord | ListedWord>();
  return possible.filter((pair) => {
    if (taken.has(pair.sought) || taken.has(pair.listed)) return false;
    taken.add(pair.sought).add(pair.listed);
    return true;
  });
}

function lettersOf(words: readonly { readonly length: number }[]): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}
