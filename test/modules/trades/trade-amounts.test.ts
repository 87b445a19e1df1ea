import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceOf } from '../../../src/modules/shared/values/index.ts';
import { totalAmount } from '../../../src/modules/trades/money/trade-amounts.ts';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Six-decimal text of up to n millionths. */
const sixDecimals = (digits: number) =>
  fc
    .bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n })
    .map((millionths) => new Exact(String(millionths)).div(1_000_000).toFixed(6));

test('an amount is price times units plus fees, exact and rounded half up at the sixth decimal', () => {
  fc.assert(
    fc.property(sixDecimals(12), sixDecimals(12), sixDecimals(12), (unitPrice, units, fees) => {
      const price = new Exact(unitPrice).times(units).toDecimalPlaces(6);
      expect(priceOf(unitPrice, units)).toBe(price.toFixed(6));
      fc.pre(price.plus(fees).gt(0));
      expect(totalAmount({ unitPrice, units, fees }, 'shares')).toBe(price.plus(fees).toFixed(6));
    }),
  );
});

test.each([
  ['0.000001', '0.500000', '0.000001'],
  ['0.000001', '0.499999', '0.000000'],
  ['0.333333', '3.000000', '0.999999'],
  ['9007199254.740993', '1.000001', '9007208261.940248'],
])('%s times %s is %s', (unitPrice, units, price) => {
  expect(priceOf(unitPrice, units)).toBe(price);
});

test('an amount of nothing is refused by the name of its field', () => {
  const sum = { unitPrice: '0.000001', units: '0.499999', fees: '0.000000' };
  expect(() => totalAmount(sum, 'shares')).toThrow(
    expect.objectContaining({ statusCode: 106, detail: expect.stringContaining('shares') }),
  );
  expect(totalAmount({ ...sum, fees: '0.000001' }, 'shares')).toBe('0.000001');
});

test('an amount above the largest is refused by the name of its field', () => {
  const sum = { unitPrice: '8999999999999.000000', units: '1.000000', fees: '1.000000' };
  expect(totalAmount(sum, 'unitPrice')).toBe('9000000000000.000000');
  expect(() => totalAmount({ ...sum, fees: '1.000001' }, 'unitPrice')).toThrow(
    expect.objectContaining({ statusCode: 106, detail: expect.stringContaining('unitPrice') }),
  );
});
