import { expect, test } from 'vitest';
import { following, type MatchId, NO_ORDER, type OrderId, type SecurityId } from '../../src/exchange/api/units.ts';
import { BUY, type Engine, NONE } from '../../src/matching/index.ts';
import type { AtsServices } from '../../src/modules/ats/shared/services.ts';

const orderId = 100_100 as OrderId;
const matchId = 6_000_000 as MatchId;
const securityId = 1 as SecurityId;

test('an id less a count is no id: ids are 100 apart', () => {
  const bustedOf = ({ aftermath }: AtsServices) =>
    // @ts-expect-error a number
    aftermath.busted(securityId, { after: matchId - 50_000, upTo: matchId });
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

test('an order does not change places with its book', () => {
  const swapped = (engine: Engine) => {
    // @ts-expect-error the book comes first
    engine.enter(orderId, securityId, BUY, 1, 1, NONE, 0, false, true);
    return engine.enter(securityId, orderId, BUY, 1, 1, NONE, 0, false, true);
  };
  expect(swapped).toBeDefined();
});

test('a read goes on after an id', () => {
  const from: OrderId = following(NO_ORDER);
  expect(from).toBe(1);
});
