import Type from 'typebox';
import { type Described, describe, type Kind, Malformed } from './kind.ts';

const TEXT_LENGTH_MAX = 4000;

/** The text of a JSON string, or of a JSON number that is exactly its text (ids are often sent as numbers). */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : undefined;
  const digits = String(value);
  // Fifteen significant digits survive a binary floating-point number; more may not be what was sent.
  return digits.includes('e') || digits.replace(/^[-0.]+|[-.]/g, '').length > 15 ? undefined : digits;
}

/** Free text, as sent. maxLength in UTF-16 units (default 4000). */
export function text(
  options: Described & {
    readonly maxLength?: number;
    readonly minLength?: number;
    /** What the whole value must match. */
    readonly pattern?: RegExp;
    /** Said when the pattern does not match, for example 'must be an e-mail address'. */
    readonly patternReason?: string;
    readonly keepEmpty?: boolean;
  } = {},
): Kind<string> {
  const { maxLength = TEXT_LENGTH_MAX, minLength = 0, pattern, keepEmpty = false } = options;
  const notText = new Malformed('must be text');
  const tooLong = new Malformed(`must not be longer than ${maxLength} characters`);
  const tooShort = new Malformed(`must be at least ${minLength} characters long`);
  const unprintable = new Malformed('must be well-formed text without NUL characters');
  const mismatch = new Malformed(options.patternReason ?? 'has a wrong form');
  return {
    schema: Type.String({ ...describe(options), maxLength, ...(pattern ? { pattern: pattern.source } : {}) }),
    keepEmpty,
    read: (value) => {
      const read = asText(value);
      if (read === undefined) return notText;
      if (read.length > maxLength) return tooLong;
      if (read.length < minLength) return tooShort;
      // PostgreSQL stores neither NUL nor lone surrogates: refused here, so both databases keep the same text.
      if (read.includes('\0') || !read.isWellFormed()) return unprintable;
      if (pattern && !matches(pattern, read)) return mismatch;
      return read;
    },
  };
}

/** A pattern with the g or y flag would remember where it stopped in the value before. */
function matches(pattern: RegExp, value: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(value);
}
