/** The different words of a list, to find those that are spelt nearly like a given one. */

import { setImmediate as otherWork } from 'node:timers/promises';

/** Longer words are compared by their first letters: a distance then fits into the bits of one number. */
export const WORD_LENGTH_MAX = 31;
/** Words are alike when at most this share of their letters differ, and at most this number. */
const DIFFERENT_SHARE_MAX = 0.4;
const DIFFERENT_MAX = 3;
/** What a letter that differs takes from the likeness of a word, in shares of its length. */
const LETTER_WEIGHT = 0.67;
/** Words that are indexed before other work gets a turn. */
const WORDS_AT_ONCE = 5000;
/** Letters have codes below this one. */
const CODES = 128;

export interface AlikeWord {
  readonly word: number;
  /** 0 to 1. */
  readonly likeness: number;
}

interface WordsOfLength {
  readonly ids: Uint32Array;
  /** A bit for each letter that occurs: words with other letters are passed over without a comparison. */
  readonly letters: Int32Array;
}

/** Words are plain ASCII, at most WORD_LENGTH_MAX letters; their numbers count from 0. */
export class WordIndex {
  readonly #words: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;
  readonly #byLength: readonly WordsOfLength[];

  private constructor(ids: ReadonlyMap<string, number>, byLength: readonly WordsOfLength[]) {
    this.#ids = ids;
    this.#words = [...ids.keys()];
    this.#byLength = byLength;
  }

  /** Made in pieces. `ids` has the words in the order of their numbers. */
  static async of(ids: ReadonlyMap<string, number>): Promise<WordIndex> {
    const groups = Array.from({ length: WORD_LENGTH_MAX + 1 }, () => ({
      ids: [] as number[],
      letters: [] as number[],
    }));
    let read = 0;
    for (const [word, id] of ids) {
      const group = groups[word.length];
      group?.ids.push(id);
      group?.letters.push(lettersOf(word));
      read += 1;
      if (read % WORDS_AT_ONCE === 0) await otherWork();
    }
    const byLength = groups.map((group) => ({
      ids: Uint32Array.from(group.ids),
      letters: Int32Array.from(group.letters),
    }));
    await otherWork();
    return new WordIndex(ids, byLength);
  }

  has(word: string): boolean {
    return this.#ids.has(word);
  }

  /** The words that are alike, the most alike first. */
  alike(word: string): AlikeWord[] {
    const distanceTo = distancesOf(word);
    const letters = lettersOf(word);
    const found: AlikeWord[] = [];
    const reach = differentMax(word.length + DIFFERENT_MAX);
    for (let length = Math.max(1, word.length - reach); length <= word.length + reach; length += 1) {
      const group = this.#byLength[length];
      const longer = Math.max(length, word.length);
      const most = differentMax(longer);
      if (group === undefined || longer - Math.min(length, word.length) > most) continue;
      for (let index = 0; index < group.ids.length; index += 1) {
        if (bitCount((group.letters[index] as number) ^ letters) > 2 * most) continue;
        const id = group.ids[index] as number;
        const distance = distanceTo(this.#words[id] as string);
        if (distance <= most) found.push({ word: id, likeness: 1 - (LETTER_WEIGHT * distance) / longer });
      }
    }
    return found.sort((one, other) => other.likeness - one.likeness);
  }
}

function differentMax(length: number): number {
  return Math.min(DIFFERENT_MAX, Math.floor(length * DIFFERENT_SHARE_MAX));
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * The number of letters to change, insert, leave out or swap with the next one, by Hyyrö's bit vectors: a step for
 * each letter of the other word.
 */
function distancesOf(word: string): (other: string) => number {
  const places = new Int32Array(CODES);
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    places[code] = (places[code] as number) | (1 << index);
  }
  const last = 1 << (word.length - 1);
  return (other) => {
    let [up, down, equalDiagonal, placesBefore] = [-1, 0, 0, 0];
    let distance = word.length;
    for (let index = 0; index < other.length; index += 1) {
      const here = places[other.charCodeAt(index)] as number;
      const swapped = ((~equalDiagonal & here) << 1) & placesBefore;
      equalDiagonal = (((here & up) + up) ^ up) | here | down | swapped;
      const right = down | ~(equalDiagonal | up);
      const left = equalDiagonal & up;
      if ((right & last) !== 0) distance += 1;
      else if ((left & last) !== 0) distance -= 1;
      const shifted = (right << 1) | 1;
      up = (left << 1) | ~(equalDiagonal | shifted);
      down = equalDiagonal & shifted;
      placesBefore = here;
    }
    return distance;
  };
}
