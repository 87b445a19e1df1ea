/** The ways to read a name whose words were joined, or whose one word was written as several. */
import type { AlikeWord, WordIndex } from './word-index.ts';

/** The words of a name. */
export type Reading = readonly string[];

const READINGS_MAX = 8;
/** Names of more words are read as they are: what is joined in them is a small part. */
const SPLIT_WORDS_MAX = 3;
const JOINED_WORDS_MAX = 6;
/** The parts of a joined word: one is a word of the list, the others are like one. */
const KNOWN_LENGTH_MIN = 3;
const PART_LENGTH_MIN = 2;

/** The name as it is, then with two words joined, then with a word split in two or three, at most 8 in all. */
export function readingsOf(
  words: Reading,
  index: WordIndex,
  alike: (word: string) => readonly AlikeWord[],
): readonly Reading[] {
  if (words.length === 0) return [];
  return [words, ...joined(words, alike), ...split(words, index, alike)].slice(0, READINGS_MAX);
}

function joined(words: Reading, alike: (word: string) => readonly AlikeWord[]): Reading[] {
  if (words.length > JOINED_WORDS_MAX) return [];
  return words.slice(1).flatMap((word, before) => {
    const both = `${words[before]}${word}`;
    return alike(both).length === 0 ? [] : [words.toSpliced(before, 2, both)];
  });
}

function split(words: Reading, index: WordIndex, alike: (word: string) => readonly AlikeWord[]): Reading[] {
  if (words.length > SPLIT_WORDS_MAX) return [];
  return words.flatMap((word, at) => {
    const cuts = cutsOf(word, index).flatMap(({ known, rest, isFirst }) => {
      const rests = alike(rest).length > 0 ? [[rest]] : [];
      const more = cutsOf(rest, index).flatMap((cut) =>
        alike(cut.rest).length === 0 ? [] : [cut.isFirst ? [cut.known, cut.rest] : [cut.rest, cut.known]],
      );
      return [...rests, ...more.slice(0, 1)].map((parts) => (isFirst ? [known, ...parts] : [...parts, known]));
    });
    return cuts.map((parts) => words.toSpliced(at, 1, ...parts));
  });
}

interface Cut {
  readonly known: string;
  readonly rest: string;
  /** The known part comes before the rest. */
  readonly isFirst: boolean;
}

/** The ways to cut a known word off, the longest first. */
function cutsOf(word: string, index: WordIndex): Cut[] {
  const cuts: Cut[] = [];
  for (let length = word.length - PART_LENGTH_MIN; length >= KNOWN_LENGTH_MIN; length -= 1) {
    const [first, last] = [word.slice(0, length), word.slice(-length)];
    if (index.has(first)) cuts.push({ known: first, rest: word.slice(length), isFirst: true });
    if (index.has(last)) cuts.push({ known: last, rest: word.slice(0, -length), isFirst: false });
  }
  return cuts.slice(0, READINGS_MAX);
}
