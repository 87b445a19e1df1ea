/** Conversions into another security (R13) in a whole venue; conversions.property.test.ts has the slow register. */
import { describe, expect, test } from 'vitest';
import { cashInLieu, priceAfter, sharesAfter } from '../../src/exchange/api/ratios.ts';
import type { SecurityId, TradeId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { convertedOf } from '../../src/exchange/records/register/converted-entries.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { action, announce, BY_OWNER, endedByAction, ID } from './corporate-actions.ts';
import { moveTo, restart } from './sessions.ts';
import { DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

const INTO = 8 as SecurityId;
const CONVERSION = {
  kind: 'conversion',
  into: INTO,
  to: 1,
  from: 3,
  fractions: 'cash',
  cashPrice: 30 * DOLLAR,
} as const;
const OPENED = '2026-11-23T14:30:00Z';

test('24: 100 shares, cost 1,000.00, 1:3, cash at 30.00', () => {
  const into = { ...CONVERSION, securityId: INTO };
  const lots = [
    [1, 40, 400 * DOLLAR, 0, 'match', 1],
    [2, 60, 600 * DOLLAR, 0, 'report', 2],
  ] as const;
  const held = { quantity: 100, rest: 0, cost: 1000 * DOLLAR, lots, isFolded: true };
  expect(convertedOf(held, into, 5)).toEqual({
    ...{ quantity: 33, rest: 0, cost: 990 * DOLLAR, isFolded: true },
    lots: [
      [1, 13, 396 * DOLLAR, 200_000, 'action', 5],
      [2, 19, 594 * DOLLAR, 800_000, 'action', 5],
    ],
  });
  expect(cashInLieu(held, CONVERSION)).toBe(BigInt(10 * DOLLAR));
});

async function venueIn(folder: string) {
  const venue = openVenue({ folder });
  await venue.exchange.submit(security());
  await venue.exchange.submit(security({ securityId: INTO }));
  return venue;
}

describe('a conversion', () => {
  test('is refused into an unknown security, that of another client, or itself', async () => {
    const venue = await venueIn(temporaryFolder());
    await venue.exchange.submit(security({ securityId: 9 as SecurityId, ownerClientId: 'other' }));
    for (const into of [10, 9, ID] as SecurityId[]) {
      expect(await announce(venue, { terms: { ...CONVERSION, into } })).toMatchObject({ refusal: 'unknown security' });
    }
    expect(venue.exchange.actions(ID, 9, 9)).toEqual([]);
  });

  test('is refused of one that was converted, or into, and into one that was changed', async () => {
    const folder = temporaryFolder();
    let venue = await venueIn(folder);
    for (const securityId of [9, 10, 11] as SecurityId[]) await venue.exchange.submit(security({ securityId }));
    const byOwner = { clientId: 'owner', byOperator: false } as const;
    const announced = (from: number, into: number) => {
      const command = { type: 'announceAction', ...byOwner, securityId: from as SecurityId, most: 20 } as const;
      return venue.exchange.submit({
        ...command,
        action: action({ terms: { ...CONVERSION, into: into as SecurityId } }),
      });
    };
    const split = {
      type: 'announceAction',
      ...byOwner,
      securityId: 10 as SecurityId,
      action: action(),
      most: 20,
    } as const;
    await venue.exchange.submit(split);
    // 8 into 7 and 11 into 10 become impossible on that date.
    for (const [from, into] of [
      [ID, INTO],
      [9, INTO],
      [INTO, ID],
      [11, 10],
    ] as const) {
      expect(await announced(from, into)).toMatchObject({ ok: true });
    }
    await moveTo(venue, OPENED);
    const stateOf = (securityId: number) =>
      venue.exchange.actions(securityId as SecurityId, 9, 9).map(({ state }) => state);
    expect([ID, 9, INTO, 11].map(stateOf)).toEqual([['effective'], ['effective'], ['cancelled'], ['cancelled']]);
    venue = await restart(venue, folder, OPENED);
    for (const [from, into] of [
      [INTO, 9],
      [INTO, 11],
      [ID, 11],
      [11, ID],
      [11, 10],
    ] as const) {
      expect(await announced(from, into), `${from} into ${into}`).toMatchObject({ refusal: 'cannot be converted' });
    }
  });

  test('ends the orders of the old security, and lets those of the other one be', async () => {
    const venue = await venueIn(temporaryFolder());
    await venue.exchange.submit(order({ quantity: 30, expiration: 'GTC' }));
    const other = idOfOrder(await venue.exchange.submit(order({ securityId: INTO, quantity: 30, expiration: 'GTC' })));
    await announce(venue, { terms: CONVERSION });
    await moveTo(venue, OPENED);
    expect(endedByAction(venue.events).map(({ reason }) => reason)).toEqual([
      '1-for-3 conversion into security 8: its shares are others now',
    ]);
    expect(venue.exchange.order(other)?.status).toBe('Live');
  });

  test('lists nobody who has nothing left, of whom entries are kept', async () => {
    const venue = await venueIn(temporaryFolder());
    for (const [seller, buyer, quantity] of [
      ['a', 'b', 9],
      ['b', 'c', 9],
    ] as const) {
      await venue.exchange.submit(order({ clientId: seller, side: 'sell', quantity }));
      await venue.exchange.submit(order({ clientId: buyer, side: 'buy', quantity }));
    }
    await announce(venue, { terms: CONVERSION });
    await moveTo(venue, OPENED);
    const changes = venue.events.flatMap((event) => (event.type === 'register' ? event.changes : []));
    const listed = changes.filter(({ kind }) => kind === 'conversion').map((one) => [one.securityId, one.clientId]);
    expect(listed.sort()).toEqual([
      [ID, 'a'],
      [ID, 'c'],
      [INTO, 'a'],
      [INTO, 'c'],
    ]);
    expect(venue.exchange.state.register.find({ clientId: 'b', accountId: null, securityId: ID })).toBeDefined();
  });

  test('of many holders goes on in slices, and the other security waits for the last of them (M17)', async () => {
    const folder = temporaryFolder();
    const venue = await venueIn(folder);
    for (let index = 0; index < 450; index++) {
      const positions = [{ clientId: `c${index}`, accountId: null, securityId: ID, quantity: 9 }];
      await venue.exchange.submit({ type: 'setPositions', positions });
    }
    const policy = { type: 'setLimits', policy: { noShortSale: true }, tightens: false, expected: null } as const;
    await venue.exchange.submit({ ...policy, clientId: 'c99', accountId: null });
    await announce(venue, { terms: CONVERSION });
    venue.time.moveTo(OPENED);
    const sale = { securityId: INTO, side: 'sell', clientId: 'c99', quantity: 3 } as const;
    expect((await venue.exchange.submit(order(sale))).ok).toBe(true);
    expect((await venue.exchange.submit(order({ ...sale, quantity: 1 }))).ok).toBe(false);
    expect(venue.exchange.state.register.in(INTO).size).toBe(450);
    expect(venue.exchange.state.register.in(ID).size).toBe(0);
    const digest = digestOf(venue.exchange.state);
    await venue.exchange.stop();
    expect(digestOf(recover(files, folder, 0).state)).toBe(digest);
  });
});

test('units that were reported, and not issued here, are not taken back of what a conversion gave', async () => {
  const venue = await venueIn(temporaryFolder());
  const { exchange } = venue;
  const whose = { clientId: 'a', accountId: 'x' };
  await exchange.submit({ type: 'setPositions', positions: [{ ...whose, securityId: ID, quantity: 100 }] });
  await announce(venue, { terms: { ...CONVERSION, to: 1, from: 1 } });
  await moveTo(venue, OPENED);
  const trade = { tradeId: 1 as TradeId, revision: 1, units: 40_000_000 };
  const refused = { refusal: 'units are not free' };
  expect(await exchange.submit({ type: 'takeBack', ...whose, securityId: ID, ...trade })).toMatchObject(refused);
  expect(exchange.state.register.of({ ...whose, securityId: INTO })).toBe(100);
});

describe('of all holders there are at most 1,000,000,000,000,000 shares after', () => {
  const set = ({ exchange }: TestVenue, securityId: SecurityId, quantities: readonly number[]) => {
    const positions = quantities.map((quantity, at) => ({ clientId: `c${at}`, accountId: null, securityId, quantity }));
    return exchange.submit({ type: 'setPositions', positions });
  };
  const split = { kind: 'split', to: 1000, from: 1, fractions: 'up', cashPrice: null } as const;

  test('a conversion, and a split of what it gave', async () => {
    const venue = await venueIn(temporaryFolder());
    const terms = { ...CONVERSION, to: 1000, from: 1 };
    await set(venue, INTO, [1]);
    await set(venue, ID, [1e12]);
    expect(await announce(venue, { terms })).toMatchObject({ refusal: 'too many shares' });
    await set(venue, INTO, [0]);
    expect(await announce(venue, { terms })).toMatchObject({ ok: true });
    await moveTo(venue, OPENED);
    expect(venue.exchange.state.register.of({ clientId: 'c0', accountId: null, securityId: INTO })).toBe(1e15);
    const twice = { ...split, to: 2 };
    const again = action({ terms: twice, exDate: '2026-11-24' });
    expect(
      await venue.exchange.submit({
        ...{ type: 'announceAction', clientId: 'owner', byOperator: false, securityId: INTO },
        ...{ action: again, most: 20 },
      }),
    ).toMatchObject({ refusal: 'too many shares' });
  });

  test('holdings that their issuer reports', async () => {
    const venue = await venueIn(temporaryFolder());
    const report = (clientId: string, quantity: number) => {
      const holdings = [{ clientId, accountId: null, lots: [{ date: '2026-01-05', quantity }] }];
      return venue.exchange.submit({ type: 'holdings', ...BY_OWNER, holdings });
    };
    await set(venue, ID, [9e14]);
    expect(await report('c1', 1e14 + 1)).toMatchObject({ refusal: 'too many shares' });
    expect(await report('c1', 1e14)).toMatchObject({ ok: true });
    expect(await report('c1', 1e14)).toMatchObject({ ok: true });
    expect(await report('c0', 9e14 + 1)).toMatchObject({ refusal: 'too many shares' });
  });

  test.each([
    ['shares', [1e12, 1]],
    ['shares below 0', [-1e12, -1, 1e12]],
  ])('a split of more %s by the ex date is cancelled', async (_what, quantities) => {
    const venue = await venueIn(temporaryFolder());
    await set(
      venue,
      ID,
      quantities.map(() => 100),
    );
    expect(await announce(venue, { terms: split })).toMatchObject({ ok: true });
    await set(venue, ID, quantities);
    await moveTo(venue, OPENED);
    expect(venue.exchange.actions(ID, 9, 9)).toMatchObject([
      { state: 'cancelled', reason: expect.stringMatching('all holders') },
    ]);
  });
});

test('the value of a holder is the same to the millionth, cash included', () => {
  for (const [to, from] of [
    [2, 1],
    [1, 10],
    [7, 13],
  ] as const) {
    for (const quantity of [1, 9, 105, 99_999]) {
      const price = 17 * to * DOLLAR;
      const next = priceAfter(price, { to, from });
      const into = { to, from, fractions: 'cash', cashPrice: next } as const;
      const shares = { quantity, rest: 123_456 };
      const after = inMillionths(sharesAfter(shares, into)) * BigInt(next) + cashInLieu(shares, into) * 1_000_000n;
      const lost = inMillionths(shares) * BigInt(price) - after;
      expect(lost >= 0n && lost < 1_000_000n).toBe(true);
    }
  }
});
