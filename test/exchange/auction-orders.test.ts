import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { microsOf } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  BINDING,
  CALLED,
  called,
  ENDS,
  ID,
  marketOf,
  matchesOf,
  NOON,
  planIn,
  planned,
  sent,
  statusOf,
} from './auctions.ts';
import { moveTo, restart } from './sessions.ts';
import { cancel, DOLLAR, openVenue, order, replace, security, type TestVenue } from './venue.ts';

describe('binding orders (Q10)', () => {
  test('are not cancelled, lowered or made worse by their client', async () => {
    const venue = await called();
    const { exchange } = venue;
    const buy = await sent(venue, { price: 10 * DOLLAR });
    const rfq = await sent(venue, { orderType: 'RFQ' });
    expect(await exchange.submit(replace(buy, { price: 9 * DOLLAR }))).toMatchObject({ ok: true });
    await moveTo(venue, BINDING);
    const refused = [
      cancel(buy),
      replace(buy, { quantity: 99 }),
      replace(buy, { price: 8 * DOLLAR }),
      replace(buy, { contingency: 'All or None' }),
    ];
    for (const command of refused)
      expect(await exchange.submit(command)).toMatchObject({ ok: false, refusal: 'order is binding' });
    const all = { type: 'cancelOrders', clientId: 'a', filter: {}, byOperator: false } as const;
    expect(await exchange.submit({ ...all, filter: { securityId: ID } })).toMatchObject({
      refusal: 'order is binding',
    });
    expect(await exchange.submit(all)).toMatchObject({ cancelled: [] });
    expect(await exchange.submit(replace(buy, { price: 11 * DOLLAR, quantity: 200 }))).toMatchObject({ ok: true });
    expect(await exchange.submit(cancel(rfq))).toMatchObject({ ok: true });
    expect(await exchange.submit({ ...all, byOperator: true })).toMatchObject({ cancelled: [buy] });
  });

  test('a timer and a lost connection cancel them at the end of the call, others at once', async () => {
    const venue = await called();
    const { exchange } = venue;
    await exchange.submit(security({ securityId: 8 }));
    const buy = await sent(venue, { price: 10 * DOLLAR });
    const other = await sent(venue, { securityId: 8 });
    const watched = await sent(venue, { clientId: 'b', price: 9 * DOLLAR });
    await exchange.submit({ type: 'connectSession', session: 's', clientId: 'b', accountId: null, seconds: 10 });
    await exchange.submit({ type: 'cancelAllAfter', clientId: 'a', seconds: 270 });
    await moveTo(venue, '2026-11-20T16:59:30Z');
    await exchange.submit({ type: 'disconnectSession', session: 's', lost: true });
    const statuses = () => [buy, other, watched].map((id) => statusOf(venue, id));
    expect(statuses()).toEqual(['Live', 'Cancelled', 'Live']);
    const sell = await sent(venue, { clientId: 'c', side: 'sell', price: 10 * DOLLAR, quantity: 60 });
    await moveTo(venue, ENDS);
    expect(statuses()).toEqual(['Partially Executed & Cancelled', 'Cancelled', 'Cancelled']);
    expect(statusOf(venue, sell)).toBe('Executed');
    expect(exchange.order(buy)?.ended).toBe('cancel timer ran out');
    expect(exchange.order(watched)?.ended).toBe('connection lost');
  });
});

describe('an order for an auction (Q9)', () => {
  test('waits outside of the book, trades at the next auction and ends', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [NOON] });
    const buy = await sent(venue, { expiration: 'Auction', quantity: 150 });
    const first = await sent(venue, { side: 'sell', quantity: 40 });
    expect([buy, first].map((id) => statusOf(venue, id))).toEqual(['Live', 'Live']);
    expect(venue.exchange.depth(ID, 5)).toMatchObject({ bids: [], offers: [{ quantity: 40 }] });
    await moveTo(venue, CALLED);
    expect(venue.exchange.depth(ID, 5)).toMatchObject({ bids: [], offers: [{ quantity: 40 }] });
    await sent(venue, { side: 'sell', quantity: 50, expiration: 'Auction' });
    await moveTo(venue, ENDS);
    expect(statusOf(venue, buy)).toBe('Partially Executed & Cancelled');
    expect(venue.exchange.order(buy)).toMatchObject({ remaining: 60, ended: 'expired' });
  });

  test('needs a plan, a Limit order and no post-only', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security());
    const refusal = async (over: Parameters<typeof order>[0]) =>
      venue.exchange.submit(order({ expiration: 'Auction', ...over }));
    expect(await refusal({})).toMatchObject({ refusal: 'no auctions' });
    await planIn(venue, { auctions: [NOON] });
    expect(await refusal({ orderType: 'RFQ' })).toMatchObject({ refusal: 'no auctions' });
    expect(await refusal({ optional: { postOnly: true } })).toMatchObject({ refusal: 'no auctions' });
    expect(await refusal({ optional: { displayQuantity: 10 } })).toMatchObject({
      refusal: 'display quantity must show',
    });
    expect(await refusal({})).toMatchObject({ ok: true });
  });

  test('can be cancelled and replaced while it waits', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [NOON] });
    const buy = await sent(venue, { expiration: 'Auction' });
    expect(await venue.exchange.submit(replace(buy, { price: 11 * DOLLAR }))).toMatchObject({ ok: true });
    expect(await venue.exchange.submit(cancel(buy))).toMatchObject({ ok: true });
    await moveTo(venue, CALLED);
    expect(statusOf(venue, buy)).toBe('Cancelled');
  });
});

describe('a restart', () => {
  async function crossed(folder: string, auctions = [NOON], at: string = CALLED): Promise<[TestVenue, OrderId]> {
    const venue = openVenue({ folder });
    await planIn(venue, { auctions });
    await moveTo(venue, at);
    await sent(venue, { side: 'sell', price: 9 * DOLLAR, quantity: 40 });
    return [venue, await sent(venue, { price: 11 * DOLLAR, expiration: 'Day' })];
  }

  test('within the call continues it', async () => {
    const folder = temporaryFolder();
    const [venue, buy] = await crossed(folder);
    const after = await restart(venue, folder, '2026-11-20T16:58:00Z');
    expect(marketOf(after)).toBe('call');
    await moveTo(after, ENDS);
    expect([marketOf(after), statusOf(after, buy)]).toEqual(['open', 'Partially Executed']);
  });

  test('after its end calls again, in the same session', async () => {
    const folder = temporaryFolder();
    const [venue, buy] = await crossed(folder);
    const after = await restart(venue, folder, '2026-11-20T18:00:00Z');
    expect([marketOf(after), statusOf(after, buy)]).toEqual(['call', 'Live']);
    expect(after.exchange.security(ID)?.auctions?.call).toMatchObject({
      auctionId: 1,
      endsAt: microsOf('2026-11-20T18:05:00Z'),
    });
    await moveTo(after, '2026-11-20T18:05:00Z');
    expect(statusOf(after, buy)).toBe('Partially Executed');
  });

  test.each([
    ['at noon', [NOON], CALLED],
    ['at the close', [planned('close')], '2026-11-20T20:55:00Z'],
  ] as const)(
    'after its session: an auction %s does not take place, and Day orders end with the close',
    async (_, auctions, at) => {
      const folder = temporaryFolder();
      const [venue, buy] = await crossed(folder, [...auctions], at);
      const after = await restart(venue, folder, '2026-11-23T15:00:00Z');
      expect(statusOf(after, buy)).toBe('Cancelled');
      expect(after.exchange.order(buy)?.updatedAt).toBe(microsOf('2026-11-20T21:00:00Z'));
      expect(matchesOf(after.events)).toEqual([]);
      expect(after.exchange.endedAuctions(ID, Infinity, 10)).toMatchObject([{ isUncrossed: false }]);
      expect(marketOf(after)).toBe('open');
    },
  );

  test('between the earliest end and the latest draws again', async () => {
    const folder = temporaryFolder();
    const [venue, buy] = await crossed(folder, [planned({ minute: 720 }, { randomEndSeconds: 120 })]);
    const after = await restart(venue, folder, '2026-11-20T17:00:30Z', { draw: (most) => most });
    expect(marketOf(after)).toBe('call');
    await moveTo(after, '2026-11-20T17:02:00Z');
    expect([marketOf(after), statusOf(after, buy)]).toEqual(['open', 'Partially Executed']);
  });
});
