/** What interrupts a planned call, and when it begins again (Q8, Q11). */
import { describe, expect, test } from 'vitest';
import type { ThrowSwitchCommand } from '../../src/exchange/api/limit-commands.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  auctionEvents,
  BINDING,
  CALL,
  called,
  ENDS,
  ID,
  marketOf,
  NOON,
  planIn,
  planned,
  sent,
  statusOf,
} from './auctions.ts';
import { markets, moveTo } from './sessions.ts';
import { cancel, DOLLAR, openVenue, type TestVenue } from './venue.ts';

const auctionsOf = ({ exchange }: TestVenue) =>
  exchange
    .endedAuctions(ID, Infinity, 10)
    .map(({ auctionId, kind, isUncrossed, volume }) => [auctionId, kind, isUncrossed, volume]);

async function throwSwitch({ exchange }: TestVenue, scope: ThrowSwitchCommand['scope']): Promise<void> {
  expect(await exchange.submit({ type: 'throwSwitch', scope, by: 'operator', reason: 'x' })).toMatchObject({
    ok: true,
  });
}

describe.each([
  ['of the security', { securityId: ID }],
  ['of the venue', {}],
] as const)('a kill switch %s', (_, scope) => {
  test('ends the call with its orders; it begins again at once, and has no orders until a release', async () => {
    const venue = await called();
    const before = await sent(venue, { side: 'sell', price: 9 * DOLLAR });
    const atAuction = await sent(venue, { expiration: 'Auction' });
    await throwSwitch(venue, scope);
    expect([before, atAuction].map((id) => statusOf(venue, id))).toEqual(['Cancelled', 'Cancelled']);
    await venue.exchange.submit(cancel(1));
    expect(markets(venue.events)).toEqual(['call', 'open', 'call']);
    expect(auctionEvents(venue.events).at(-1)).toMatchObject({ phase: 'called', call: { auctionId: 2, kind: 'time' } });
    await moveTo(venue, BINDING);
    await venue.exchange.submit({ type: 'releaseSwitch', scope, by: 'operator' });
    const sell = await sent(venue, { side: 'sell', price: 9 * DOLLAR });
    const buy = await sent(venue, { clientId: 'b' });
    await moveTo(venue, ENDS);
    expect([sell, buy].map((id) => statusOf(venue, id))).toEqual(['Executed', 'Executed']);
    expect(auctionsOf(venue)).toEqual([
      [2, 'time', true, 100],
      [1, 'time', false, 0],
    ]);
  });
});

test('a call at the open does not begin again, nor one whose end has passed in its extension', async () => {
  const venue = openVenue({ folder: temporaryFolder() });
  await planIn(venue, { auctions: [planned('open'), NOON], collar: 100 });
  await moveTo(venue, '2026-11-23T14:30:00Z');
  expect(marketOf(venue)).toBe('call');
  await throwSwitch(venue, { securityId: ID });
  await moveTo(venue, '2026-11-23T14:31:00Z');
  expect(marketOf(venue)).toBe('open');
  await venue.exchange.submit({ type: 'releaseSwitch', scope: { securityId: ID }, by: 'operator' });
  await sent(venue, { side: 'sell' });
  await sent(venue, { clientId: 'b' });
  await moveTo(venue, '2026-11-23T16:55:00Z');
  await sent(venue, { side: 'sell', price: 20 * DOLLAR });
  await sent(venue, { clientId: 'b', price: 20 * DOLLAR });
  await moveTo(venue, '2026-11-23T17:00:00Z');
  expect(auctionEvents(venue.events).at(-1)?.phase).toBe('extended');
  await throwSwitch(venue, { securityId: ID });
  await moveTo(venue, '2026-11-23T17:01:00Z');
  expect(marketOf(venue)).toBe('open');
  expect(auctionsOf(venue).map(([id, kind]) => [id, kind])).toEqual([
    [2, 'time'],
    [1, 'open'],
  ]);
});

describe('a halt, where a call follows it', () => {
  const halt = (venue: TestVenue) => venue.exchange.submit({ type: 'halt', securityId: ID, reason: 'news' });
  const resume = (venue: TestVenue) => venue.exchange.submit({ type: 'resume', securityId: ID, reason: 'news out' });

  test('the planned call begins again after it, if its end is still to come', async () => {
    const venue = await called({ afterHalt: { ...CALL, callSeconds: 60, noCancelSeconds: 0 } });
    await halt(venue);
    await resume(venue);
    expect(auctionEvents(venue.events).at(-1)?.call.kind).toBe('halt');
    const sell = await sent(venue, { side: 'sell' });
    await moveTo(venue, '2026-11-20T16:56:00Z');
    expect(auctionEvents(venue.events).at(-1)?.call).toMatchObject({ auctionId: 3, kind: 'time' });
    expect(marketOf(venue)).toBe('call');
    await sent(venue, { clientId: 'b' });
    await moveTo(venue, ENDS);
    expect(statusOf(venue, sell)).toBe('Executed');
    expect(auctionsOf(venue)).toEqual([
      [3, 'time', true, 100],
      [2, 'halt', true, 0],
      [1, 'time', false, 0],
    ]);
    expect(marketOf(venue)).toBe('open');
  });

  test('the planned call is left out, if it ends before', async () => {
    const venue = await called({ afterHalt: CALL });
    await moveTo(venue, '2026-11-20T16:57:00Z');
    await halt(venue);
    await resume(venue);
    await moveTo(venue, ENDS);
    expect(marketOf(venue)).toBe('call');
    await moveTo(venue, '2026-11-20T17:02:00Z');
    expect([marketOf(venue), auctionsOf(venue)]).toEqual([
      'open',
      [
        [2, 'halt', true, 0],
        [1, 'time', false, 0],
      ],
    ]);
  });

  test('a halt until after its end leaves the planned call out', async () => {
    const venue = await called();
    await halt(venue);
    await moveTo(venue, '2026-11-20T17:00:01Z');
    await resume(venue);
    await venue.exchange.submit(cancel(1));
    expect([marketOf(venue), auctionsOf(venue)]).toEqual(['open', [[1, 'time', false, 0]]]);
  });
});

test('a call that begins again has the bounds of the plan', async () => {
  const venue = await called();
  await throwSwitch(venue, { securityId: ID });
  await moveTo(venue, '2026-11-20T16:58:00Z');
  const [first, , second] = auctionEvents(venue.events).map(({ call }) => call);
  expect(second).toMatchObject({ endsAt: first?.endsAt, noCancelFrom: first?.noCancelFrom, auctionId: 2 });
});
