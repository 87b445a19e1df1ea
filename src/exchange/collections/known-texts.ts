import { hashWith, spread } from './hashing.ts';

/** A power of two. */
const PLACES = 65_536;

/**
 * Texts by their bytes, which are ASCII: one that was seen lately is the same object again, so that it takes no more
 * memory and is compared at once. Each has two places; older texts are forgotten.
 */
export class KnownTexts {
  readonly #texts = new Array<string>(PLACES).fill('');

  /** @param texts those that are the same object everywhere in the program */
  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const bytes = Buffer.from(text);
      this.#texts[placeOf(hashOf(bytes))] = text;
    }
  }

  /** @param hash of these bytes: hashWith for each, from 0 on */
  of(bytes: Buffer, from: number, to: number, hash: number): string {
    const texts = this.#texts;
    const place = placeOf(hash);
    const first = texts[place]!;
    if (isText(first, bytes, from, to)) return first;
    const second = texts[place ^ 1]!;
    if (isText(second, bytes, from, to)) return second;
    const text = bytes.toString('latin1', from, to);
    texts[place ^ 1] = first;
    texts[place] = text;
    return text;
  }
}

function placeOf(hash: number): number {
  return spread(hash) >>> 16;
}

function hashOf(bytes: Buffer): number {
  return bytes.reduce(hashWith, 0);
}

function isText(text: string, bytes: Buffer, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}
