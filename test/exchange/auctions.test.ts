import { describe, expect, test } from 'vitest';
import { ManualTime, microsOf } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  auctionEvents,
  BINDING,
  CALL,
  CALLED,
  called,
  ENDS,
  ID,
  marketOf,
  matchesOf,
  NOON,
  phases,
  planIn,
  planned,
  sent,
  statusOf,
} from './auctions.ts';
import { markets, moveTo } from './sessions.ts';
import { cancel, DOLLAR, openVenue, order, security, type TestVenue } from './venue.ts';

describe('at a set time (Q8)', () => {
  test('the market is called, trades at one price, and opens again', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [NOON] });
    const early = await sent(venue, { price: 10 * DOLLAR });
    await moveTo(venue, CALLED);
    expect(marketOf(venue)).toBe('call');
    const sell = await sent(venue, { side: 'sell', price: 9 * DOLLAR, quantity: 150 });
    const buy = await sent(venue, { price: 12 * DOLLAR });
    expect([early, sell, buy].map((id) => statusOf(venue, id))).toEqual(['Live', 'Live', 'Live']);
    await moveTo(venue, ENDS);
    expect(marketOf(venue)).toBe('open');
    expect(statusOf(venue, early)).toBe('Partially Executed');
    expect([sell, buy].map((id) => statusOf(venue, id))).toEqual(['Executed', 'Executed']);
    expect(matchesOf(venue.events)).toMatchObject([
      { price: 10 * DOLLAR, quantity: 100, auction: 1 },
      { price: 10 * DOLLAR, quantity: 50, auction: 1 },
    ]);
    expect(markets(venue.events)).toEqual(['call', 'open']);
    expect(phases(venue.events)).toEqual(['called', 'uncrossed']);
    expect(venue.exchange.endedAuctions(ID, Infinity, 10)).toMatchObject([
      { auctionId: 1, kind: 'time', price: 10 * DOLLAR, volume: 150, surplus: 50, isUncrossed: true },
    ]);
  });

  test('only on its weekdays and dates of a month', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [planned({ minute: 720 }, { weekdays: [1], datesOfMonth: [23, 24] })] });
    await moveTo(venue, CALLED);
    expect(marketOf(venue)).toBe('open');
    expect(venue.exchange.nextTransition(ID)).toMatchObject({ market: 'closed' });
    await moveTo(venue, '2026-11-23T16:55:00Z');
    expect(marketOf(venue)).toBe('call');
    await moveTo(venue, '2026-11-24T16:55:00Z');
    expect(marketOf(venue)).toBe('open');
  });

  test('ends when the leader draws it, which nobody learns before', async () => {
    const draws: number[] = [];
    const draw = (most: number) => {
      draws.push(most);
      return 42_000_000;
    };
    const venue = openVenue({ folder: temporaryFolder(), draw });
    await planIn(venue, { auctions: [planned({ minute: 720 }, { randomEndSeconds: 60 })] });
    await moveTo(venue, CALLED);
    expect(auctionEvents(venue.events)[0]?.call).toMatchObject({
      endsAt: microsOf(ENDS),
      latestEnd: microsOf('2026-11-20T17:01:00Z'),
      noCancelFrom: microsOf(BINDING),
    });
    await moveTo(venue, '2026-11-20T16:59:59Z');
    expect(draws).toEqual([]);
    await moveTo(venue, ENDS);
    await moveTo(venue, '2026-11-20T17:00:41.999Z');
    expect(marketOf(venue)).toBe('call');
    await moveTo(venue, '2026-11-20T17:00:42Z');
    expect(marketOf(venue)).toBe('open');
    expect(draws).toEqual([60_000_000]);
  });

  test('without orders that cross nothing trades', async () => {
    const venue = await called();
    await moveTo(venue, ENDS);
    expect(auctionEvents(venue.events).at(-1)).toMatchObject({
      phase: 'uncrossed',
      result: { price: null, volume: 0 },
    });
    expect(marketOf(venue)).toBe('open');
  });

  test('an immediate order is cancelled, a post-only order takes no part', async () => {
    const venue = await called();
    const maker = await sent(venue, { price: 12 * DOLLAR, optional: { postOnly: true } });
    await sent(venue, { clientId: 'b', side: 'sell', price: 10 * DOLLAR });
    const immediate = await sent(venue, { price: 12 * DOLLAR, expiration: 'IOC' });
    expect(statusOf(venue, immediate)).toBe('Cancelled');
    await moveTo(venue, ENDS);
    expect(auctionEvents(venue.events).at(-1)?.result.price).toBeNull();
    // The book then opens by M13 and M18: the post-only order is the older one.
    expect(statusOf(venue, maker)).toBe('Executed');
    expect(matchesOf(venue.events)[0]?.auction).toBeUndefined();
  });

  test('the next change shows calls, their ends and openings', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [NOON, planned('open')] });
    const next = () => venue.exchange.nextTransition(ID);
    expect(next()).toEqual({ time: microsOf(CALLED), market: 'call' });
    await moveTo(venue, CALLED);
    expect(next()).toEqual({ time: microsOf(ENDS), market: 'open' });
    await moveTo(venue, ENDS);
    expect(next()).toEqual({ time: microsOf('2026-11-20T21:00:00Z'), market: 'closed' });
    await moveTo(venue, '2026-11-20T21:00:00Z');
    expect(next()).toEqual({ time: microsOf('2026-11-23T14:30:00Z'), market: 'call' });
  });
});

describe('at the open and at the close (Q8)', () => {
  test('the session opens with a call', async () => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-11-20T13:00:00Z') });
    await planIn(venue, { auctions: [planned('open')] });
    const sell = await sent(venue, { side: 'sell', price: 9 * DOLLAR });
    const buy = await sent(venue, { price: 11 * DOLLAR });
    await moveTo(venue, '2026-11-20T14:30:00Z');
    expect(marketOf(venue)).toBe('call');
    expect(matchesOf(venue.events)).toEqual([]);
    await moveTo(venue, '2026-11-20T14:35:00Z');
    expect([sell, buy].map((id) => statusOf(venue, id))).toEqual(['Executed', 'Executed']);
    expect(markets(venue.events)).toEqual(['call', 'open']);
  });

  test('the session ends with an auction, before its orders expire', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [planned('close')] });
    await moveTo(venue, '2026-11-20T20:55:00Z');
    expect(marketOf(venue)).toBe('call');
    const sell = await sent(venue, { side: 'sell', price: 9 * DOLLAR, expiration: 'Day', quantity: 150 });
    const buy = await sent(venue, { price: 11 * DOLLAR, expiration: 'Day' });
    await moveTo(venue, '2026-11-20T21:00:00Z');
    expect(statusOf(venue, buy)).toBe('Executed');
    expect(statusOf(venue, sell)).toBe('Partially Executed & Cancelled');
    expect(markets(venue.events)).toEqual(['call', 'closed']);
  });

  test('with a random end the market closes after it', async () => {
    const venue = openVenue({ folder: temporaryFolder(), draw: () => 5_000_000 });
    await planIn(venue, { auctions: [planned('close', { randomEndSeconds: 30 })] });
    const day = await sent(venue, { expiration: 'Day' });
    await moveTo(venue, '2026-11-20T20:55:00Z');
    await moveTo(venue, '2026-11-20T21:00:00Z');
    expect([marketOf(venue), statusOf(venue, day)]).toEqual(['call', 'Live']);
    await moveTo(venue, '2026-11-20T21:00:05Z');
    expect([marketOf(venue), statusOf(venue, day)]).toEqual(['closed', 'Cancelled']);
  });

  test('without continuous trading the market is closed between auctions', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [NOON, planned('close')], continuous: false });
    expect(marketOf(venue)).toBe('closed');
    const sell = await sent(venue, { side: 'sell', quantity: 150 });
    const buy = await sent(venue, {});
    expect(statusOf(venue, buy)).toBe('Live');
    expect(await venue.exchange.submit(order({ optional: { postOnly: true } }))).toMatchObject({
      refusal: 'post-only in auctions',
    });
    expect(venue.exchange.nextTransition(ID)).toEqual({ time: microsOf(CALLED), market: 'call' });
    await moveTo(venue, CALLED);
    expect(marketOf(venue)).toBe('call');
    await moveTo(venue, ENDS);
    expect(marketOf(venue)).toBe('closed');
    expect([buy, sell].map((id) => statusOf(venue, id))).toEqual(['Executed', 'Partially Executed']);
    await venue.exchange.submit({ type: 'auctionPlan', securityId: ID, plan: null, expected: 1 });
    expect(marketOf(venue)).toBe('open');
    expect(markets(venue.events)).toEqual(['closed', 'call', 'closed', 'open']);
  });
});

describe('a halt', () => {
  test('is followed by a call, where the plan says so', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { afterHalt: CALL });
    await venue.exchange.submit({ type: 'halt', securityId: ID, reason: 'news' });
    const sell = await sent(venue, { side: 'sell' });
    const buy = await sent(venue, { price: 11 * DOLLAR });
    await venue.exchange.submit({ type: 'resume', securityId: ID, reason: 'news out' });
    expect(marketOf(venue)).toBe('call');
    venue.time.advanceMs(300_000);
    await venue.exchange.submit(cancel(1));
    expect([sell, buy].map((id) => statusOf(venue, id))).toEqual(['Executed', 'Executed']);
    expect(markets(venue.events)).toEqual(['halted', 'call', 'open']);
    expect(auctionEvents(venue.events)[0]?.call.kind).toBe('halt');
  });

  test('ends a call at once, and the call goes on after it where its end is still to come', async () => {
    const venue = await called();
    const atAuction = await sent(venue, { expiration: 'Auction' });
    const sell = await sent(venue, { side: 'sell', price: 9 * DOLLAR });
    await venue.exchange.submit({ type: 'halt', securityId: ID, reason: 'news' });
    expect(phases(venue.events)).toEqual(['called', 'ended']);
    expect([statusOf(venue, atAuction), statusOf(venue, sell)]).toEqual(['Cancelled', 'Live']);
    await venue.exchange.submit({ type: 'resume', securityId: ID, reason: 'news out' });
    await venue.exchange.submit(cancel(1));
    expect(marketOf(venue)).toBe('call');
    await moveTo(venue, ENDS);
    expect(venue.exchange.endedAuctions(ID, Infinity, 10)).toMatchObject([
      { auctionId: 2, isUncrossed: true, price: null },
      { auctionId: 1, isUncrossed: false },
    ]);
    expect(markets(venue.events)).toEqual(['call', 'halted', 'open', 'call', 'open']);
  });
});

describe('what ends a call without an auction (Q11)', () => {
  test('a kill switch of the security, after its cancels', async () => {
    const venue = await called();
    const sell = await sent(venue, { side: 'sell', price: 9 * DOLLAR });
    await sent(venue, { price: 11 * DOLLAR });
    await venue.exchange.submit({ type: 'throwSwitch', scope: { clientId: 'c' }, by: 'operator', reason: 'x' });
    expect(marketOf(venue)).toBe('call');
    await venue.exchange.submit({ type: 'throwSwitch', scope: { securityId: ID }, by: 'operator', reason: 'x' });
    expect(statusOf(venue, sell)).toBe('Cancelled');
    expect([marketOf(venue), matchesOf(venue.events)]).toEqual(['open', []]);
    expect(phases(venue.events)).toEqual(['called', 'ended']);
  });

  test('the end of the offering', async () => {
    const venue = await called();
    const sell = await sent(venue, { side: 'sell' });
    await venue.exchange.submit(security({ status: 'ended' }));
    expect([marketOf(venue), statusOf(venue, sell)]).toEqual(['closed', 'Cancelled']);
    await moveTo(venue, '2026-11-23T16:55:00Z');
    expect(marketOf(venue)).toBe('closed');
  });

  test('a trading window that closes', async () => {
    const venue = await called();
    await venue.exchange.submit({
      type: 'transferRules',
      clientId: 'owner',
      byOperator: false,
      securityId: ID,
      version: null,
      rules: {
        holdingDays: null,
        allowed: null,
        holdersMax: null,
        firstRefusal: null,
        windows: [{ from: microsOf('2026-11-20T14:00:00Z'), to: microsOf('2026-11-20T16:58:00Z') }],
      },
    });
    expect(marketOf(venue)).toBe('call');
    await moveTo(venue, '2026-11-20T16:58:00Z');
    expect([marketOf(venue), phases(venue.events)]).toEqual(['closed', ['called', 'ended']]);
  });
});

describe('the collar (Q12)', () => {
  async function outside(): Promise<TestVenue> {
    const venue = openVenue({ folder: temporaryFolder() });
    await planIn(venue, { auctions: [NOON], collar: 1000, afterHalt: CALL });
    await sent(venue, { side: 'sell', price: 10 * DOLLAR });
    await sent(venue, { price: 10 * DOLLAR });
    await moveTo(venue, CALLED);
    await sent(venue, { side: 'sell', price: 12 * DOLLAR });
    await sent(venue, { price: 12 * DOLLAR });
    await moveTo(venue, ENDS);
    expect(marketOf(venue)).toBe('call');
    return venue;
  }

  test('extends the call once; the price then is inside', async () => {
    const venue = await outside();
    expect(phases(venue.events)).toEqual(['called', 'extended']);
    expect(venue.events.findLast(({ type }) => type === 'market')).toMatchObject({ cause: 'volatility' });
    await sent(venue, { side: 'sell', price: 11 * DOLLAR });
    await moveTo(venue, '2026-11-20T17:05:00Z');
    expect(venue.exchange.endedAuctions(ID, Infinity, 1)).toMatchObject([{ price: 11 * DOLLAR, isExtended: true }]);
    expect(marketOf(venue)).toBe('open');
  });

  test('halts the market where the price is still outside, until the operator resumes it', async () => {
    const venue = await outside();
    await moveTo(venue, '2026-11-20T17:05:00Z');
    expect(venue.exchange.security(ID)).toMatchObject({ market: 'halted', haltCause: 'volatility' });
    expect(phases(venue.events)).toEqual(['called', 'extended', 'ended']);
    expect(matchesOf(venue.events)).toHaveLength(1);
    await moveTo(venue, '2026-11-23T15:00:00Z');
    expect(marketOf(venue)).toBe('halted');
    await venue.exchange.submit({ type: 'resume', securityId: ID, reason: 'checked' });
    expect(marketOf(venue)).toBe('call');
  });
});
