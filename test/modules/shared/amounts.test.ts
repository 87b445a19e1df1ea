import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Malformed } from '../../../src/http/parameters/kind.ts';
import {
  amount,
  fromMillionths,
  positiveAmount,
  sixDecimals,
  toMillionths,
} from '../../../src/modules/shared/values/amounts.ts';

describe('amounts', () => {
  test('are shown with six decimals, exactly', () => {
    const shown = (text: string) => sixDecimals(new Decimal(text));
    expect(shown('0.1')).toBe('0.100000');
    expect(shown('0.30000')).toBe('0.300000');
    expect(shown('1000000')).toBe('1000000.000000');
    expect(shown('999999999999999.999999')).toBe('999999999999999.999999');
    expect(shown('0')).toBe('0.000000');
  });

  test('become millionths and back without loss', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), (millionths) => {
        expect(toMillionths(fromMillionths(millionths))).toBe(millionths);
      }),
    );
    expect(fromMillionths(7n)).toBe('0.000007');
    expect(toMillionths('12.345678')).toBe(12_345_678n);
  });

  test('are refused when they are negative, too precise or too large', () => {
    for (const sent of ['-1', '0.1234567', '9000000000000.000001', '1e3', 'ten', true]) {
      expect(amount('').read(sent), String(sent)).toBeInstanceOf(Malformed);
    }
    expect(amount('').read('0')).toEqual(new Decimal(0));
    expect(positiveAmount('').read('0')).toBeInstanceOf(Malformed);
    expect(positiveAmount('').read('0.000001')).toEqual(new Decimal('0.000001'));
    expect(positiveAmount('').read('9000000000000')).toEqual(new Decimal('9e12'));
  });
});
