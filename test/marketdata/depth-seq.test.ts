/** The seq of a book over HTTP is that of the channel depth, and does not move with other books (S27, S40, L17). */
import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { MemoryNetwork } from '../client/support/memory-network.ts';
import { type Deed, SmallVenue } from './support/small-venue.ts';
import type { Message } from './support/stream-client.ts';
import { testClient } from './support/stream-server.ts';

const [SEVEN, EIGHT] = [7, 8] as [SecurityId, SecurityId];

const bid = (securityId: number, dollars: number, kind: 'open' | 'hidden' = 'open'): Deed => ({
  ...{
    do: 'enter',
    trader: 'a',
    account: 'x',
    securityId,
    side: 'buy',
    quantity: 5,
    dollars,
    kind,
    contingency: 'None',
  },
});

test('both say the same in a quiet book, while others trade, and after every change', async () => {
  const venue = new SmallVenue();
  venue.perform([bid(SEVEN, 9), bid(EIGHT, 9)]);
  const network = new MemoryNetwork(venue.stream(() => testClient('s')));
  const received: Message[] = [];
  const subscribe = async (after?: number) => {
    const socket = network.openSocket('');
    socket.onmessage = ({ data }) => received.push(JSON.parse(String(data)));
    const from = after === undefined ? {} : { after: { [SEVEN]: after } };
    socket.onopen = () => {
      socket.send(JSON.stringify({ op: 'auth', clientID: 's', developerAPIKey: 'key' }));
      socket.send(JSON.stringify({ op: 'subscribe', channel: 'depth', securityIds: [String(SEVEN)], ...from }));
    };
    await network.rest();
  };
  const http = () => venue.replica.depth(SEVEN, 10)!.seq;
  const streamed = () => received.findLast(({ type }) => type === 'snapshot' || type === 'update')?.seq;
  await subscribe();
  const quiet = http();
  expect(streamed()).toBe(quiet);
  for (const deed of [bid(EIGHT, 10), bid(SEVEN, 10, 'hidden'), bid(EIGHT, 11)]) {
    venue.perform([deed]);
    await network.rest();
    expect([http(), streamed()]).toEqual([quiet, quiet]);
  }
  venue.perform([bid(SEVEN, 10), bid(EIGHT, 9)]);
  await network.rest();
  expect(http()).toBeGreaterThan(quiet);
  expect(streamed()).toBe(http());
  // A snapshot that is made now, and one that goes on from the answer, agree too.
  venue.perform([bid(EIGHT, 10)]);
  received.length = 0;
  await subscribe();
  expect(streamed()).toBe(http());
  received.length = 0;
  await subscribe(http());
  expect(received.map(({ type }) => type)).not.toContain('snapshot');
});
