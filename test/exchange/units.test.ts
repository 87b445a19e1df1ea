import { expect, test } from 'vitest';
import { following, type MatchId, NO_ORDER, type OrderId } from '../../src/exchange/api/units.ts';
import type { AtsServices } from '../../src/modules/ats/shared/services.ts';

const orderId = 100_100 as OrderId;
const matchId = 6_000_000 as MatchId;

test('an id less a count is no id: ids are 100 apart', () => {
  const bustedOf = ({ aftermath }: AtsServices) =>
    // @ts-expect-error a number
    aftermath.busted(1, { after: matchId - 50_000, upTo: matchId });
  expect(bustedOf).toBeDefined();
  // @ts-expect-error a number
  const before: OrderId = orderId - 50_000;
  expect(before).toBe(50_100);
});

test('the id of an order is not that of a match', () => {
  // @ts-expect-error of an order
  const match: MatchId = orderId;
  expect(match).toBe(100_100);
  // @ts-expect-error they are never equal
  expect(orderId === matchId).toBe(false);
});

test('a read goes on after an id', () => {
  const from: OrderId = following(NO_ORDER);
  expect(from).toBe(1);
});
