/**
 * JSON from callers. Parsing 1 MB of short names takes the main thread tens of milliseconds, so the text is measured
 * before it is parsed: that costs a small part, and stops where the text has too much.
 */
import type { TSchema } from 'typebox';

/** Arrays and objects that may stand in each other. */
const NESTING_MAX = 32;
/** Members and list entries of a document for which no declaration asks for more. */
const ENTRIES_USUAL = 1000;
/** Of any document, whatever its declaration asks for. */
const ENTRIES_MAX = 20_000;

/** The text has too much in it to be parsed. */
export class OversizedJson extends Error {
  override readonly name = 'OversizedJson';
}

/**
 * Throws OversizedJson, or SyntaxError for what is no JSON. Members of objects and list entries are counted alike.
 * @param inexact what stands for a number that would be rounded: by default the text that was sent
 */
export function parseBoundedJson(
  text: string,
  entriesMax: number = ENTRIES_USUAL,
  inexact: (source: string) => unknown = (source) => source,
): unknown {
  // Nearly always the brackets alone decide: an entry takes a character at least.
  const isSmall = text.length <= entriesMax && !text.includes('[') && text.lastIndexOf('{') <= text.indexOf('{');
  if (!isSmall) requireBounds(text, entriesMax);
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value, context?: { readonly source?: string }) => {
    return typeof value === 'number' && isInexact(context?.source) ? inexact(context?.source as string) : value;
  });
}

/** Also texts that look like such a number: they only take the longer way. Both forms begin with a digit. */
const MAY_BE_INEXACT = /[0-9](?:[eE]|[0-9.]{15})/;

/**
 * Whether a number has an exponent, or more digits than a double is sure to keep: its parameter refuses it, and nothing
 * is rounded.
 */
function isInexact(source: string | undefined): boolean {
  if (source === undefined) return false;
  const digits = source.replace(/[-.]/g, '').replace(/^0+/, '');
  return !/^[0-9]{0,15}$/.test(digits);
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
const BACKSLASH = 0x5c;
const BRACKETS = { list: 0x5b, listEnd: 0x5d, object: 0x7b, objectEnd: 0x7d };

/** An array or object that is not empty has one entry more than it has commas; an empty one counts as one entry. */
function requireBounds(text: string, entriesMax: number): void {
  let depth = 0;
  let entries = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfText(text, at);
    else if (character === COMMA) entries++;
    else if (character === BRACKETS.list || character === BRACKETS.object) {
      entries++;
      if (++depth > NESTING_MAX) throw new OversizedJson(`must not be nested more than ${NESTING_MAX} deep`);
    } else if (character === BRACKETS.listEnd || character === BRACKETS.objectEnd) depth--;
    if (entries > entriesMax) throw new OversizedJson(`must not have more than ${entriesMax} fields and list entries`);
  }
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) return at;
    if (character === BACKSLASH) at++;
  }
  return text.length;
}
