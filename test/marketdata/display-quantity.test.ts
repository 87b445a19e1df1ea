/** The stream shows the displayed part of an order alone, and its own client the display quantity (M19, V70). */
import { expect, test } from 'vitest';
import { EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import { MemoryNetwork } from '../client/support/memory-network.ts';
import { type Deed, markOf, SmallVenue } from './support/small-venue.ts';
import type { Message } from './support/stream-client.ts';
import { testClient } from './support/stream-server.ts';

const SECURITY = 7;
const enter = (trader: 'a' | 'b', side: 'buy' | 'sell', quantity: number, display?: number): Deed => {
  const order = {
    do: 'enter',
    account: 'x',
    securityId: SECURITY,
    dollars: 10,
    kind: 'open',
    contingency: 'None',
  } as const;
  return { ...order, trader, side, quantity, ...(display === undefined ? {} : { display }) };
};

async function subscribed(venue: SmallVenue, clientId: string, subscriptions: readonly object[]) {
  const network = new MemoryNetwork(venue.stream((id) => ({ ...testClient(id), scopes: new Set(EVENT_SCOPES) })));
  const received: Message[] = [];
  const socket = network.openSocket('');
  socket.onmessage = ({ data }) => received.push(JSON.parse(String(data)));
  socket.onopen = () => {
    socket.send(JSON.stringify({ op: 'auth', clientID: clientId, developerAPIKey: 'key' }));
    for (const subscription of subscriptions) socket.send(JSON.stringify({ op: 'subscribe', ...subscription }));
  };
  await network.rest();
  /** Does something at the venue; answers what of a channel came since. */
  const after = async (deed: Deed, channel: string) => {
    received.length = 0;
    venue.perform([deed]);
    await network.rest();
    return received.filter((message) => message.channel === channel && message.type !== 'heartbeat');
  };
  return { received, after };
}

test('depth and top count the displayed part, also after a fill has used it up', async () => {
  const venue = new SmallVenue();
  venue.perform([enter('a', 'buy', 20, 6)]);
  const securityIds = [String(SECURITY)];
  const { received, after } = await subscribed(venue, 's', [
    { channel: 'depth', securityIds },
    { channel: 'topOfBook', securityIds },
  ]);
  const snapshot = received.find(({ type, channel }) => type === 'snapshot' && channel === 'depth');
  expect(snapshot?.bids).toEqual([{ price: '10.000000', quantity: 6, orders: 1 }]);
  const [rest] = await after(enter('b', 'sell', 4), 'depth');
  expect(rest?.bids).toEqual([{ price: '10.000000', quantity: 2, orders: 1 }]);
  // It takes what is displayed and shares of the reserve: the order shows the next ones.
  const [refilled] = await after(enter('b', 'sell', 3), 'depth');
  expect(refilled?.bids).toEqual([{ price: '10.000000', quantity: 5, orders: 1 }]);
  const [top] = await after(enter('b', 'sell', 5), 'topOfBook');
  expect(top?.bid).toMatchObject({ price: '10.000000', quantity: 6 });
  expect(JSON.stringify(received)).not.toContain('display');
});

test('the client of an order gets its display quantity and what remains, others get nothing', async () => {
  const venue = new SmallVenue();
  const own = await subscribed(venue, markOf('a'), [{ channel: 'orders' }]);
  const [entered] = await own.after(enter('a', 'buy', 20, 6), 'orders');
  expect(entered?.event).toMatchObject({ order: { displayQuantity: '6.000000', number_shares: '20.000000' } });
  const [, filled] = await own.after(enter('b', 'sell', 7), 'orders');
  expect(filled?.event).toMatchObject({ order: { displayQuantity: '6.000000', shares_remaining: '13.000000' } });
  const other = await subscribed(venue, markOf('b'), [{ channel: 'orders' }]);
  expect(await other.after(enter('a', 'buy', 30, 5), 'orders')).toEqual([]);
});
