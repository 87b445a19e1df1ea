import { describe, expect, test } from 'vitest';
import { wholeNumber } from '../../src/database/postgres/index.ts';

describe('a 64-bit number of PostgreSQL', () => {
  test('is a number up to 2^53 - 1', () => {
    expect(wholeNumber('0')).toBe(0);
    expect(wholeNumber('-42')).toBe(-42);
    expect(wholeNumber('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.each(['9007199254740992', '-9007199254740993', '1.5', 'NaN', '', '1e3'])('fails for %j', (text) => {
    expect(() => wholeNumber(text)).toThrow(RangeError);
  });
});
