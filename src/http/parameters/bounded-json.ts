/**
 * JSON from callers. Parsing 1 MB of short names takes the main thread tens of milliseconds, so the text is measured
 * before it is parsed: that costs a small part, and stops where the text has too much.
 */
import type { TSchema } from 'typebox';
import type { Steps } from './steps.ts';

/** Arrays and objects that may stand in each other. */
const NESTING_MAX = 32;
/** Escaped characters in the texts of a document: each takes as long as many that are not. */
const ESCAPES_MAX = 20_000;
/** Members and list entries of a document for which no declaration asks for more. */
const ENTRIES_USUAL = 1000;
/** Of any document, whatever its declaration asks for. */
const ENTRIES_MAX = 20_000;

/** The text has too much in it to be parsed. */
export class OversizedJson extends Error {
  override readonly name = 'OversizedJson';
}

/**
 * Throws OversizedJson, or SyntaxError for what is no JSON. A byte order mark may begin the text. Members of objects
 * and list entries are counted alike.
 * @param inexact the JSON text that stands for a number that would be rounded: by default a text of what was sent
 */
export function parseBoundedJson(
  sent: string,
  entriesMax: number = ENTRIES_USUAL,
  inexact: (source: string) => string = quoted,
): unknown {
  const text = withoutMark(sent);
  // Nearly always the brackets alone decide: an entry takes a character at least.
  const isSmall = text.length <= entriesMax && !text.includes('[') && text.lastIndexOf('{') <= text.indexOf('{');
  if (isSmall && !MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  const measured = new MeasuredJson(text, entriesMax, inexact);
  measured.read(text.length);
  return JSON.parse(measured.exactText);
}

/** The same of a long text. */
export function* boundedJsonSteps(sent: string, entriesMax: number): Steps<unknown> {
  const measured = new MeasuredJson(withoutMark(sent), entriesMax, quoted);
  while (measured.read(PIECE_CHARACTERS)) yield RECORDS_OF_PIECE;
  yield RECORDS_OF_PIECE;
  return JSON.parse(measured.exactText);
}

/** Some programs write the mark at the beginning of every UTF-8 text (RFC 8259, section 8.1). */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;
const PIECE_CHARACTERS = 32_768;
/** Measuring a piece takes as long as reading this many values. */
const RECORDS_OF_PIECE = 100;

function quoted(source: string): string {
  return `"${source}"`;
}

/** Also texts that look like such a number: they only take the longer way. Both forms begin with a digit. */
const MAY_BE_INEXACT = /[0-9](?:[eE]|[0-9.]{15})/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** No number of ours is as long; of a longer one the beginning is kept, and it is no number. */
const NUMBER_LENGTH_MAX = 100;

/**
 * Whether a number has an exponent, or more digits than a double is sure to keep: its parameter refuses it, and nothing
 * is rounded.
 */
function isInexact(source: string): boolean {
  return source.length > NUMBER_LENGTH_MAX || !/^[0-9]{0,15}$/.test(source.replace(/[-.]/g, '').replace(/^0+/, ''));
}

/** How many members and list entries a document with these values may need: 20,000 at most. */
export function entriesMaxOf(schemas: readonly TSchema[], usual: number = ENTRIES_USUAL): number {
  return Math.min(ENTRIES_MAX, usual + sum(schemas.map(entriesOf)));
}

/** The parts of a schema that say how much there may be. */
interface Sizes {
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly maxProperties?: number;
}

function entriesOf(schema: TSchema): number {
  const { items, maxItems = 0, properties = {}, maxProperties = 0 } = schema as Sizes;
  const inItem = 1 + (items === undefined ? 0 : entriesOf(items));
  const inProperties = sum(Object.values(properties).map((property) => 1 + entriesOf(property)));
  return maxItems * inItem + maxProperties + inProperties;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** Of a number that keeps its digits, however it is written without an exponent. */
const EXACT_LENGTH_MAX = 15;
const IS_OF_NUMBER = new Uint8Array(128);
for (const character of '0123456789+-.eE') IS_OF_NUMBER[character.charCodeAt(0)] = 1;
const BRACKETS = { list: 0x5b, listEnd: 0x5d, object: 0x7b, objectEnd: 0x7d };

/**
 * Counts what a text has, in as many steps as its reader likes, and replaces its inexact numbers: JSON.parse takes 20
 * times longer where it is asked about each value.
 */
class MeasuredJson {
  readonly #text: string;
  readonly #entriesMax: number;
  readonly #inexact: (source: string) => string;
  #at = 0;
  #depth = 0;
  #entries = 0;
  #escapes = 0;
  #quoteAt = -1;
  #backslashAt = -1;
  /** What comes before the last replaced number, and that number. */
  #exact = '';
  #copiedTo = 0;

  constructor(text: string, entriesMax: number, inexact: (source: string) => string) {
    this.#text = text;
    this.#entriesMax = entriesMax;
    this.#inexact = inexact;
  }

  get exactText(): string {
    return this.#copiedTo === 0 ? this.#text : this.#exact + this.#text.slice(this.#copiedTo);
  }

  /** The next characters, at least that many; whether there are more. Throws OversizedJson. */
  read(characters: number): boolean {
    const text = this.#text;
    const until = Math.min(text.length, this.#at + characters);
    while (this.#at < until) this.#readNext(text.charCodeAt(this.#at));
    return this.#at < text.length;
  }

  /** To the end of the text: found by the engine, faster than character by character. */
  #readText(): void {
    for (;;) {
      this.#quoteAt = this.#find('"', this.#quoteAt);
      this.#backslashAt = this.#find('\\', this.#backslashAt);
      if (this.#quoteAt <= this.#backslashAt) break;
      this.#at = this.#backslashAt + 2;
      if (++this.#escapes > ESCAPES_MAX) {
        throw new OversizedJson(`must not have more than ${ESCAPES_MAX} escaped characters`);
      }
    }
    this.#at = this.#quoteAt + 1;
  }

  /** The next place of a character; the known one, as long as it is not passed. */
  #find(character: string, known: number): number {
    if (known >= this.#at) return known;
    const found = this.#text.indexOf(character, this.#at);
    return found < 0 ? this.#text.length : found;
  }

  /** An array or object that is not empty has one entry more than it has commas; an empty one counts as one entry. */
  #readNext(character: number): void {
    if (character === MINUS || (character >= ZERO && character <= NINE)) {
      this.#readNumber();
      return;
    }
    this.#at++;
    if (character === QUOTE) this.#readText();
    else if (character === COMMA) this.#entries++;
    else if (character === BRACKETS.list || character === BRACKETS.object) {
      this.#entries++;
      if (++this.#depth > NESTING_MAX) throw new OversizedJson(`must not be nested more than ${NESTING_MAX} deep`);
    } else if (character === BRACKETS.listEnd || character === BRACKETS.objectEnd) this.#depth--;
    if (this.#entries > this.#entriesMax) {
      throw new OversizedJson(`must not have more than ${this.#entriesMax} fields and list entries`);
    }
  }

  #readNumber(): void {
    const start = this.#at;
    while (IS_OF_NUMBER[this.#text.charCodeAt(this.#at)] === 1) this.#at++;
    if (this.#at - start <= EXACT_LENGTH_MAX && !this.#text.slice(start, this.#at).match(/[eE]/)) return;
    const source = this.#text.slice(start, this.#at);
    if (!isInexact(source) || !NUMBER.test(source)) return;
    this.#exact += this.#text.slice(this.#copiedTo, start) + this.#inexact(source.slice(0, NUMBER_LENGTH_MAX + 1));
    this.#copiedTo = this.#at;
  }
}
