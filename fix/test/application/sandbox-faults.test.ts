/** Faults that the client of a session asks of the sandbox (Z11) act on the gateway: its peer misses nothing. */
import { afterAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

afterAll(closeAll);

const METHODS = ['createOrder'];
const FAULTS = [
  { kind: 'delay', methods: METHODS, delayMs: 300 },
  { kind: 'unavailable', methods: METHODS, times: 2 },
  { kind: 'tooManyRequests', methods: METHODS },
  { kind: 'dropAnswer', methods: METHODS },
  { kind: 'cutStream', bytes: 0 },
  { kind: 'failOver', seconds: 1 },
] satisfies Parameters<Venue['operator']['methods']['createFault']>[0][];

test('each order is entered and reported once, in its order, whatever goes wrong at the venue', async () => {
  const venue = await Venue.start();
  const { methods } = venue.api();
  const peer = await Peer.open({ baseUrls: venue.url, key: venue.client });
  const trader = new Trader(peer, venue.securityId);
  const report = (name: string) => peer.next(has('8', [TAG.ClOrdID, name], [TAG.ExecType, '0']));
  for (const fault of FAULTS) {
    await methods.createFault(fault);
    const startedMs = performance.now();
    trader.enter(fault.kind, 'Buy', { quantity: 10, price: '5' });
    await report(fault.kind);
    if (fault.kind === 'delay') expect(performance.now() - startedMs).toBeGreaterThan(250);
  }
  const missed = async () => (await methods.getFaults({})).faults.filter(({ hits }) => hits === 0);
  expect(await missed()).toEqual([]);
  await peer.quiet();
  expect(peer.sent(has('8', [TAG.ExecType, '0'])).map((one) => named(one).ClOrdID)).toEqual(
    FAULTS.map(({ kind }) => kind),
  );

  // Too far back for the stream: the gateway reads what it missed by pages.
  await methods.createFault({ kind: 'oldCursor' });
  await methods.createFault({ kind: 'cutStream', bytes: 0 });
  trader.enter('after a page', 'Buy', { quantity: 10, price: '5' });
  await report('after a page');
  expect(await missed()).toEqual([]);
  expect(peer.sent(has('B'))).toEqual([]);
  await peer.kill();
});
