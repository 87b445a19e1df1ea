/** The check digits of identifiers (V66), by published identifiers and against separate computations. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Kind, Malformed } from '../../../src/http/parameters/index.ts';
import { cusip, figi, isin } from '../../../src/modules/ats/reference/reference-fields.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const CONSONANTS = LETTERS.replace(/[AEIOU]/g, '');
const chars = (from: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: length, maxLength: length });

/** Luhn, on the digits with the check digit, as cards have it. */
function luhn(digits: string): boolean {
  let sum = 0;
  [...digits].toReversed().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

/** The digits of a text in which a letter stands for 10 to 35, and *, @ and # for the next. */
const numbers = (text: string) => [...text].map((one) => `${DIGITS}${LETTERS}*@#`.indexOf(one));

/** Every second value is doubled, and the digits of all are added up. */
function doubleAddDouble(body: string): number {
  const values = numbers(body).map((value, place) => (place % 2 === 1 ? value * 2 : value));
  const digits = values.join('').split('').map(Number);
  return (1000 - digits.reduce((sum, digit) => sum + digit, 0)) % 10;
}

const KINDS: readonly (readonly [string, Kind<string>, fc.Arbitrary<string>, (body: string) => number, string[]])[] = [
  [
    'isin',
    isin,
    fc.tuple(chars(LETTERS, 2), chars(LETTERS + DIGITS, 9)).map((parts) => parts.join('')),
    (body) => [...DIGITS].findIndex((digit) => luhn(numbers(body).join('') + digit)),
    ['US0378331005', 'US5949181045', 'AU0000XVGZA3', 'GB0002634946', 'DE000BAY0017'],
  ],
  [
    'cusip',
    cusip,
    fc.tuple(chars(LETTERS + DIGITS, 3), chars(`${LETTERS}${DIGITS}*@#`, 5)).map((parts) => parts.join('')),
    doubleAddDouble,
    ['037833100', '17275R102', '38259P508', '594918104', 'G0177J108'],
  ],
  [
    'figi',
    figi,
    chars(CONSONANTS + DIGITS, 8).map((rest) => `BBG${rest}`),
    doubleAddDouble,
    ['BBG000BLNNH6', 'BBG000BLNQ16', 'BBG000B9XRY4', 'BBG001S5N8V8'],
  ],
];

describe.each(KINDS)('%s', (_, kind, bodies, digitOf, published) => {
  test('takes published ones, and none of them with another last digit', () => {
    for (const one of published) {
      expect(kind.read(one)).toBe(one);
      for (const digit of DIGITS) {
        if (!one.endsWith(digit)) expect(kind.read(one.slice(0, -1) + digit)).toBeInstanceOf(Malformed);
      }
    }
  });

  test('takes exactly one last digit after any other characters: the computed one', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const taken = [...DIGITS].filter((digit) => kind.read(body + digit) === body + digit);
        expect(taken).toEqual([String(digitOf(body))]);
      }),
    );
  });

  test.each(['', 'US03783310', '0378331005X', 'us0378331005', 'BBA000BLNNH6', 'BBG000BLNNA6', ' 037833100', '٣٧٨'])(
    'refuses another form: %s',
    (sent) => expect(kind.read(sent)).toBeInstanceOf(Malformed),
  );
});

test('a FIGI does not begin as an ISIN of these countries does', () => {
  for (const prefix of ['BS', 'BM', 'GG', 'GB', 'GH', 'KY', 'VG']) {
    const body = `${prefix}G00000001`;
    expect(figi.read(body + doubleAddDouble(body))).toBeInstanceOf(Malformed);
  }
});
