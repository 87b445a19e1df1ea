import { expect, test } from 'vitest';
import { following, NO_ORDER, type OrderId } from '../../src/exchange/api/units.ts';

const orderId = 100_100 as OrderId;

test('an id less a count is no id: ids are 100 apart', () => {
  // @ts-expect-error a number
  const before: OrderId = orderId - 50_000;
  expect(before).toBe(50_100);
});

test('a read goes on after an id', () => {
  const from: OrderId = following(NO_ORDER);
  expect(from).toBe(1);
});
