/** Corporate actions in a whole venue (R1 to R7). */
import { describe, expect, test } from 'vitest';
import type { ActionTerms, AnnouncedAction } from '../../src/exchange/api/corporate-actions.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  action,
  announce,
  BY_OWNER,
  dividend,
  endedByAction,
  ID,
  idOfAction,
  ONE_FOR_TEN,
  restated,
} from './corporate-actions.ts';
import { moveTo, restart } from './sessions.ts';
import { DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

/** Monday, before and after the opening. */
const [BEFORE, OPENED] = ['2026-11-23T14:29:00Z', '2026-11-23T14:30:00Z'] as const;

async function venueIn(folder: string, alwaysOpen = false): Promise<TestVenue> {
  const venue = openVenue({ folder, alwaysOpen });
  await venue.exchange.submit(security());
  return venue;
}

const sent = async ({ exchange }: TestVenue, ...over: Parameters<typeof order>) =>
  idOfOrder(await exchange.submit(order({ expiration: 'GTC', ...over[0] })));
const termsOf = ({ exchange }: TestVenue, orderId: OrderId) => {
  const { price, quantity, remaining, status } = exchange.order(orderId)!;
  return { price: price / DOLLAR, quantity, remaining, status };
};

describe('announcing (R1)', () => {
  test('an action is refused by its field, and changes nothing', async () => {
    const venue = await venueIn(temporaryFolder());
    const valid = { type: 'announceAction', ...BY_OWNER, action: action(), most: 20 } as const;
    const refusals = [
      await announce(venue, { exDate: '2026-11-20' }),
      await venue.exchange.submit({ ...valid, clientId: 'a' }),
      await venue.exchange.submit({ ...valid, securityId: 8 as typeof ID }),
      await venue.exchange.submit({ ...valid, most: 0 }),
    ];
    expect(refusals.map((outcome) => !outcome.ok && outcome.refusal)).toEqual([
      'ex date is over',
      'offering of another client',
      'unknown security',
      'too many actions',
    ]);
    expect(venue.exchange.actions(ID, 9, 9)).toEqual([]);
  });

  test('the same action of a date is refused, until the first one is cancelled', async () => {
    const venue = await venueIn(temporaryFolder());
    const refusalOf = async (over: Partial<AnnouncedAction>) => {
      const outcome = await announce(venue, over);
      return outcome.ok ? null : outcome.refusal;
    };
    const all: readonly ActionTerms[] = [
      ONE_FOR_TEN,
      { kind: 'stockDividend', to: 11, from: 10, fractions: 'up', cashPrice: null },
      dividend(250_000),
      { kind: 'nameChange', symbol: 'NEW', name: null },
      { kind: 'endOfSecurity' },
      { kind: 'redemption', redeemed: { to: 1, from: 4 }, price: DOLLAR, into: 'cancelled' },
      { kind: 'tender', mostShares: 10, price: DOLLAR, into: 'treasury' },
    ];
    for (const terms of all) expect([terms.kind, await refusalOf({ terms })]).toEqual([terms.kind, null]);
    const again = [
      ...all,
      { ...ONE_FOR_TEN, to: 2, from: 20, fractions: 'up', cashPrice: null },
    ] satisfies readonly ActionTerms[];
    for (const terms of again)
      expect([terms.kind, await refusalOf({ terms, note: 'again' })]).toEqual([
        terms.kind,
        'action is announced already',
      ]);
    const others: readonly ActionTerms[] = [
      ...[{ ...ONE_FOR_TEN, from: 9 }, dividend(250_001), { kind: 'nameChange', symbol: null, name: 'New' } as const],
      { kind: 'redemption', redeemed: { to: 1, from: 4 }, price: 2, into: 'cancelled' },
      { kind: 'tender', mostShares: 11, price: DOLLAR, into: 'treasury' },
    ];
    for (const terms of others) expect([terms.kind, await refusalOf({ terms })]).toEqual([terms.kind, null]);
    expect(await refusalOf({ terms: ONE_FOR_TEN, exDate: '2026-11-24' })).toBeNull();
    await venue.exchange.submit({ type: 'cancelAction', ...BY_OWNER, actionId: 1, reason: null });
    expect(await refusalOf({ terms: ONE_FOR_TEN })).toBeNull();
  });

  test('it may be cancelled until it has effect, and then not', async () => {
    const venue = await venueIn(temporaryFolder());
    const first = idOfAction(await announce(venue));
    const second = idOfAction(await announce(venue, { terms: { ...ONE_FOR_TEN, from: 5 } }));
    expect([first, second]).toEqual([1, 2]);
    const cancel = (actionId: number) =>
      venue.exchange.submit({ type: 'cancelAction', ...BY_OWNER, actionId, reason: 'not yet' });
    expect((await cancel(first)).ok).toBe(true);
    expect(await cancel(first)).toMatchObject({ ok: false, refusal: 'action has another state' });
    expect(await cancel(3)).toMatchObject({ ok: false, refusal: 'unknown action' });
    await moveTo(venue, OPENED);
    expect(venue.exchange.actions(ID, 9, 9).map(({ state }) => state)).toEqual(['effective', 'cancelled']);
    expect(await cancel(second)).toMatchObject({ ok: false, refusal: 'action has another state' });
    const notices = venue.events.flatMap((event) => (event.type === 'notice' ? [event.notice] : []));
    expect(notices.map(({ kind, to }) => [kind, to[0]?.clientId, to[0]?.fields.status])).toEqual([
      ['corporateAction', '', 'Announced'],
      ['corporateAction', '', 'Announced'],
      ['corporateAction', '', 'Cancelled'],
      ['corporateAction', '', 'Effective'],
    ]);
  });
});

describe('a split', () => {
  test('has effect before the opening of its ex date: orders, lots, prices (R2, R3, R5)', async () => {
    const venue = await venueIn(temporaryFolder());
    await sent(venue, { side: 'sell', clientId: 'b', quantity: 40 });
    const bid = await sent(venue, { quantity: 100 });
    const offer = await sent(venue, { side: 'sell', clientId: 'b', quantity: 7, price: 11.01 * DOLLAR });
    expect(idOfAction(await announce(venue))).toBe(1);
    await moveTo(venue, BEFORE);
    expect(termsOf(venue, bid)).toEqual({ price: 10, quantity: 100, remaining: 60, status: 'Partially Executed' });
    await moveTo(venue, OPENED);
    expect(venue.exchange.security(ID)?.market).toBe('open');
    expect(termsOf(venue, bid)).toEqual({ price: 5, quantity: 160, remaining: 120, status: 'Partially Executed' });
    expect(termsOf(venue, offer)).toEqual({ price: 5.505, quantity: 14, remaining: 14, status: 'Live' });
    expect(restated(venue.events).map(({ reason, order: { orderId } }) => [orderId, reason])).toEqual([
      [bid, '2-for-1 split'],
      [offer, '2-for-1 split'],
    ]);
    const held = venue.exchange.state.register.heldBy({ clientId: 'a', accountId: null, securityId: ID });
    expect(held).toMatchObject({ quantity: 80, cost: 400 * DOLLAR });
    expect(venue.exchange.state.risk.prices.of(ID)).toBe(5 * DOLLAR);
    await sent(venue, { side: 'sell', clientId: 'c', quantity: 120, price: 5 * DOLLAR });
    expect(termsOf(venue, bid).status).toBe('Executed');
  });

  test('orders that are left without terms end with the reason (R2)', async () => {
    const venue = await venueIn(temporaryFolder());
    const reference = { lotSize: 1, minimumQuantity: 5 };
    await venue.exchange.submit({ type: 'securityReference', securityId: ID, reference, expected: null });
    const small = await sent(venue, { quantity: 9 });
    const below = await sent(venue, { quantity: 40 });
    const minimum = await sent(venue, { quantity: 51, contingency: 'Minimum Quantity', minimum: 51 });
    const whole = await sent(venue, { quantity: 70, contingency: 'All or None' });
    await announce(venue, { terms: ONE_FOR_TEN });
    await moveTo(venue, OPENED);
    expect(endedByAction(venue.events).map(({ order, reason }) => [order.orderId, order.status, reason])).toEqual([
      [small, 'Cancelled', '1-for-10 reverse split: less than a share is left of it'],
      [below, 'Cancelled', '1-for-10 reverse split: fewer shares are left of it than an order must have'],
      [minimum, 'Cancelled', '1-for-10 reverse split: less is left of it than its minimum'],
    ]);
    expect(termsOf(venue, whole)).toEqual({ price: 100, quantity: 7, remaining: 7, status: 'Live' });
  });

  test('orders keep their priority, also those that meet at one price', async () => {
    const venue = await venueIn(temporaryFolder());
    const later = await sent(venue, { price: 10.01 * DOLLAR, quantity: 10 });
    const first = await sent(venue, { price: 10 * DOLLAR, quantity: 10 });
    await venue.exchange.submit({
      type: 'securityReference',
      ...{ securityId: ID, reference: { tickSizes: [{ from: 0, tick: 10_000 }] }, expected: null },
    });
    await announce(venue);
    await moveTo(venue, OPENED);
    // Down to the tick: both are at 5.00 now.
    expect([later, first].map((id) => termsOf(venue, id).price)).toEqual([5, 5]);
    await sent(venue, { side: 'sell', clientId: 'b', quantity: 20, price: 5 * DOLLAR });
    expect([later, first].map((id) => termsOf(venue, id).status)).toEqual(['Executed', 'Live']);
  });

  test('in a market that never closes it has effect at midnight, and the book trades on', async () => {
    const venue = await venueIn(temporaryFolder(), true);
    const bid = await sent(venue, { quantity: 30 });
    await announce(venue);
    await moveTo(venue, '2026-11-23T04:59:59Z');
    expect(termsOf(venue, bid).price).toBe(10);
    await moveTo(venue, '2026-11-23T05:00:00Z');
    expect(termsOf(venue, bid)).toMatchObject({ price: 5, quantity: 60 });
    await sent(venue, { side: 'sell', clientId: 'b', quantity: 60, price: 5 * DOLLAR });
    expect(termsOf(venue, bid).status).toBe('Executed');
  });

  test('an opening that the venue missed is made up for before any order', async () => {
    const folder = temporaryFolder();
    const venue = await venueIn(folder);
    const bid = await sent(venue, { quantity: 30 });
    await announce(venue);
    const after = await restart(venue, folder, '2026-11-24T17:00:00Z');
    expect(termsOf(after, bid)).toMatchObject({ price: 5, quantity: 60 });
    expect(after.exchange.actions(ID, 9, 9)[0]?.state).toBe('effective');
  });

  test('a changed calendar moves it to the next opening', async () => {
    const venue = await venueIn(temporaryFolder());
    await announce(venue);
    await venue.exchange.submit({
      type: 'calendar',
      date: '2026-11-23',
      day: { name: 'Special closing', hours: 'closed' },
    });
    await moveTo(venue, '2026-11-24T14:29:59Z');
    expect(venue.exchange.actions(ID, 9, 9)[0]?.state).toBe('announced');
    await moveTo(venue, '2026-11-24T14:30:00Z');
    expect(venue.exchange.actions(ID, 9, 9)[0]?.state).toBe('effective');
  });

  test('of many orders goes on in slices, and no order trades before the last of them (M17)', async () => {
    const folder = temporaryFolder();
    const venue = await venueIn(folder);
    const ids: OrderId[] = [];
    for (let index = 0; index < 450; index++) {
      ids.push(await sent(venue, { clientId: `c${index % 7}`, price: (5 + (index % 20)) * DOLLAR, quantity: 3 }));
    }
    await announce(venue, { terms: { ...ONE_FOR_TEN, to: 3, from: 2 } });
    venue.time.moveTo(OPENED);
    const sale = await sent(venue, { side: 'sell', clientId: 's', quantity: 4, price: DOLLAR });
    expect(termsOf(venue, sale).status).toBe('Executed');
    const best = ids.filter((id) => termsOf(venue, id).status === 'Executed');
    expect(best.map((id) => termsOf(venue, id).price)).toEqual([16]);
    expect(new Set(ids.map((id) => termsOf(venue, id).quantity))).toEqual(new Set([4]));
    const digest = digestOf(venue.exchange.state);
    await venue.exchange.stop();
    expect(digestOf(recover(files, folder, 0).state)).toBe(digest);
  });
});

describe('reverse splits in a row (R1, R5)', () => {
  const ratio = (to: number, from: number) =>
    ({ terms: { kind: 'split', to, from, fractions: 'up', cashPrice: null } }) as const;

  test('leave a price that is an exact number', async () => {
    const venue = await venueIn(temporaryFolder());
    await sent(venue, { side: 'sell', quantity: 10 });
    await sent(venue, { clientId: 'b', quantity: 10 });
    for (let count = 0; count < 5; count++) await announce(venue, ratio(1, 1000 - count));
    await moveTo(venue, OPENED);
    const [last, ...before] = venue.exchange.actions(ID, 9, 9).map(({ effect }) => effect?.price);
    expect(last).toBe(Number.MAX_SAFE_INTEGER);
    expect(before.at(-1)).toBe(10 * DOLLAR);
  });

  test('make no room for more shares for those that come after them', async () => {
    const venue = await venueIn(temporaryFolder());
    for (const [to, from] of [
      [1, 1000],
      [1, 9],
      [1000, 1],
      [1, 10],
    ] as const)
      await announce(venue, ratio(to, from));
    await moveTo(venue, OPENED);
    const next = { exDate: '2026-11-24' };
    expect(await announce(venue, { ...ratio(11, 1), ...next })).toMatchObject({ refusal: 'ratios are too large' });
    expect(await announce(venue, { ...ratio(10, 1), ...next })).toMatchObject({ ok: true });
  });
});
