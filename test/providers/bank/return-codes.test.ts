import { expect, test } from 'vitest';
import {
  ALL_RETURN_CODES,
  isUnauthorized,
  RETURN_CODES,
  returnText,
  takesEntryBack,
} from '../../../src/providers/bank/index.ts';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `R${String(first + index).padStart(2, '0')}`);

/** The codes of NACHA's rules; the others are not in use. */
const CODES = [...range(1, 47), ...range(50, 53), 'R61', 'R62', ...range(67, 77), ...range(80, 85)];
/** With these the payer says that there is no authorisation. */
const UNAUTHORIZED = ['R05', 'R07', 'R08', 'R10', 'R11', 'R29'];
/** Dishonored and contested returns, and those of returns. */
const BETWEEN_BANKS = [...range(61, 62), ...range(67, 77)];

test('every code of the network has its text, and no other has one', () => {
  expect(ALL_RETURN_CODES).toEqual(CODES);
  for (const code of range(0, 99)) {
    const expected = CODES.includes(code) ? new RegExp(`^${code} - [A-Z][^.]{8,90}$`) : new RegExp(`^${code}$`);
    expect(returnText(code)).toMatch(expected);
  }
  expect(new Set(CODES.map((code) => returnText(code).slice(6))).size).toBe(CODES.length);
});

test('the codes that block an account, and those that take nothing back', () => {
  expect(range(0, 99).filter(isUnauthorized)).toEqual(UNAUTHORIZED);
  expect(range(0, 99).filter((code) => isUnauthorized(returnText(code)))).toEqual(UNAUTHORIZED);
  expect(CODES.filter((code) => !takesEntryBack(code))).toEqual(BETWEEN_BANKS);
  expect(RETURN_CODES).toEqual(CODES.filter((code) => !BETWEEN_BANKS.includes(code)));
});
