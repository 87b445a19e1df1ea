import { elapsedMs } from '../support/measure.ts';

const TOUCHES = 4_000_000;
/** An odd multiplier and an addend that lead all over a power of two. */
const MULTIPLIER = 0x9e3779b1;
const ADDEND = 12_345;
const BYTES_PER_RECORD = 64;
const WORDS_PER_RECORD = BYTES_PER_RECORD / Int32Array.BYTES_PER_ELEMENT;

/** What memory alone takes for one word of a record at random, in nanoseconds. */
export interface BareTouch {
  /** Where each place depends on what was read before: the processor waits every time. */
  readonly waiting: number;
  /** Where it does not: it reads ahead. */
  readonly overlapping: number;
}

/** The floor of whatever finds records by chance in a buffer of that many bytes, a power of two. */
export function bareTouch(bytes: number): BareTouch {
  const words = new Int32Array(bytes / Int32Array.BYTES_PER_ELEMENT).fill(0);
  const mask = bytes / BYTES_PER_RECORD - 1;
  const timed = (touch: (words: Int32Array, mask: number, count: number) => number) => {
    touch(words, mask, TOUCHES / 2);
    return (elapsedMs(() => touch(words, mask, TOUCHES)) * 1e6) / TOUCHES;
  };
  return { waiting: timed(touchWaiting), overlapping: timed(touchOverlapping) };
}

function touchWaiting(words: Int32Array, mask: number, count: number): number {
  let place = 1;
  for (let i = 0; i < count; i++) {
    const read = words[(place & mask) * WORDS_PER_RECORD]!;
    place = (Math.imul(place, MULTIPLIER) + ADDEND + read) | 0;
    place ^= place >>> 15;
  }
  return place;
}

function touchOverlapping(words: Int32Array, mask: number, count: number): number {
  let place = 1;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    place = (Math.imul(place, MULTIPLIER) + ADDEND) | 0;
    sum += words[((place ^ (place >>> 15)) & mask) * WORDS_PER_RECORD]!;
  }
  return sum;
}
