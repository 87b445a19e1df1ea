import { expect, test } from 'vitest';
import { centsText, decimalText, exactOf, numberIn, sumText, valueText } from '../../console/src/data/amounts.ts';

test.each([
  [['9007199254740992.000000', '0.010000', null, '0.010000'], '9007199254740992.020000'],
  [['0.250000', '-0.750000'], '-0.500000'],
  [['5', '0.5', '-6'], '-0.500000'],
  [[], '0.000000'],
])('the sum of %s is %s', (amounts, sum) => {
  expect(sumText(amounts)).toBe(sum);
});

test.each([
  ['0.000001', 1n],
  ['-0.500000', -500_000n],
  ['12.340000', 12_340_000n],
])('%s has whole millionths', (text, millionths) => {
  expect(exactOf(text)).toBe(millionths);
  expect(decimalText(millionths)).toBe(text);
  expect(decimalText(Number(millionths))).toBe(text);
});

test.each([
  [12_345_000n, '$12.35'],
  [12_344_999n, '$12.34'],
  [-12_345_000n, '−$12.35'],
  [-4_000n, '$0.00'],
])('%s millionths are %s', (amount, text) => {
  expect(centsText(amount)).toBe(text);
});

test('the value of an order has all of its digits', () => {
  expect(valueText(1_000_001, '90071992547')).toBe('90,072,082,618.992547');
});

test.each([
  ['250,000', '250000'],
  ['50000.000000', '50000'],
  ['$1,000.50', '1000.5'],
  ['1.5k', '1500'],
  ['2M', '2000000'],
  ['1.2345k', '1234.5'],
  ['12.5 %', '12.5'],
  ['-3', '-3'],
  ['007', '7'],
  ['1,00', '1,00'],
  ['lots', 'lots'],
  ['', ''],
])('people write %s for the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number);
});
