import { describe, expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BINDING, called, ENDS, ID, matchesOf, plan, statusOf } from './auctions.ts';
import { moveTo } from './sessions.ts';
import { DOLLAR, idOfOrder, openVenue, order, security } from './venue.ts';

describe('a plan (Q7)', () => {
  test('has versions, and an unknown security none', async () => {
    const { exchange } = openVenue({ folder: temporaryFolder() });
    const set = (expected: number | null, securityId = ID) =>
      exchange.submit({ type: 'auctionPlan', securityId, plan: plan(), expected });
    expect(await set(null)).toMatchObject({ refusal: 'unknown security' });
    await exchange.submit(security());
    expect(await set(0)).toMatchObject({ ok: true, version: 1 });
    expect(await set(0)).toMatchObject({ refusal: 'auction plan has another version' });
    expect(await set(1)).toMatchObject({ ok: true, version: 2 });
    expect(await set(null, 9 as SecurityId)).toMatchObject({ ok: false });
    expect(exchange.security(ID)?.auctions).toMatchObject({ version: 2, plan: plan(), call: null });
  });
});

/** More than three slices of matches. */
const MANY = 350;

test('an auction with more matches than a slice has comes before other commands of its book (M17)', async () => {
  const venue = await called();
  const { exchange } = venue;
  await exchange.submit(security({ securityId: 8 }));
  const sells = Array.from({ length: MANY }, () => exchange.submit(order({ side: 'sell', quantity: 2 })));
  const buys = Array.from({ length: MANY }, () => exchange.submit(order({ clientId: 'b', quantity: 2 })));
  const first = idOfOrder((await Promise.all(sells))[0]!);
  const last = idOfOrder((await Promise.all(buys)).at(-1)!);
  await moveTo(venue, BINDING);
  venue.time.moveTo(ENDS);
  const late = exchange.submit(order({ clientId: 'c', side: 'sell' }));
  await exchange.submit(order({ clientId: 'd', securityId: 8 }));
  expect(matchesOf(venue.events).length).toBeLessThan(MANY);
  const lateId = idOfOrder(await late);
  expect(matchesOf(venue.events).every(({ auction, price }) => auction === 1 && price === 10 * DOLLAR)).toBe(true);
  expect(matchesOf(venue.events)).toHaveLength(MANY);
  expect([first, last, lateId].map((id) => statusOf(venue, id))).toEqual(['Executed', 'Executed', 'Live']);
  const place = (type: string) => venue.events.findLastIndex((event) => event.type === type);
  expect(place('match')).toBeLessThan(place('market'));
});
