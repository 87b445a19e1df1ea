/** openats/client against the program itself, with connections that are cut all the time. */
import { expect, test } from 'vitest';
import {
  type BookView,
  type Fields,
  OpenAts,
  type OrdersMessage,
  type PricedSide,
  type TopView,
  type TradeMessage,
} from '../../src/client/index.ts';
import { CuttingProxy } from '../client/support/cutting-proxy.ts';
import { runScript } from './support/demo.ts';
import { demoOf } from './support/demo-orders.ts';
import { Dice } from './support/dice.ts';
import { clockAtNoon } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';

const ORDERS = 96;
/** Of the client library. */
const SILENCE_MS = 5000;

/** Reads a feed until its state is the expected one; no item may come between the check and the feed. */
async function until<T>(items: AsyncIterable<T>, isIt: () => boolean): Promise<void> {
  if (isIt()) return;
  for await (const _ of items) if (isIt()) return;
}

const priceOf = (side: TopView['bid']) => (side === null || 'rfq' in side ? undefined : (side as PricedSide).price);
/** As getClob shows a price, or an empty side of the book. */
const shown = (price: string | undefined) => price ?? '--';

test("books, trades, own events and orders are the venue's after many cuts (L4, L10, L12, L13)", async () => {
  const server = await ServerProcess.start({ settings: { MARKET_ALWAYS_OPEN: 'true', ...clockAtNoon().settings } });
  await server.welcome();
  const { securityId, issuerId } = demoOf(server);
  const dice = new Dice(7);
  const proxy = await CuttingProxy.start(server.addresses.api, () => dice.between(3000, 15_000));
  const credentials = server.client;
  const retry = { baseMs: 2, capMs: 20 };
  const ats = new OpenAts({ baseUrls: proxy.url, ...credentials, retry });
  const steady = new OpenAts({ baseUrls: server.addresses.api, ...credentials });
  const stream = ats.stream({ backoff: { baseMs: 2, capMs: 20 } });
  const { cursor: begin } = await steady.methods.getEvents({ after: 'latest', limit: 1 });

  const top = stream.topOfBook('*');
  const depth = stream.depth(securityId, { levels: 'all' });
  const trades = stream.trades(securityId);
  const received: TradeMessage[] = [];
  trades.on((message) => {
    if (message.type === 'trade') received.push(message);
  });
  const own = stream.orders({ since: begin });
  const events: OrdersMessage['event'][] = [];
  own.on((message) => {
    if (message.type === 'event') events.push(message.event);
  });
  await Promise.all([top.ready, depth.ready, trades.ready, own.ready]);

  const order = (number: number): Fields<'createOrder'> => ({
    memberid: '1',
    issuerid: issuerId,
    securityid: securityId,
    type: 'Limit',
    action: dice.chance(1 / 2) ? 'Buy' : 'Sell',
    quantity: dice.between(1, 50),
    price: (dice.between(990, 1030) / 100).toFixed(2),
    expiration: dice.chance(1 / 4) ? 'IOC' : 'GTC',
    disclosePrice: dice.chance(1 / 6) ? 'No' : 'Yes',
    contingencies: dice.chance(1 / 8) ? 'All or None' : 'None',
    solicited: 'Unsolicited',
    token: `order ${number}`,
  });
  for (let number = 0; number < ORDERS; number += 8) {
    const turn = Array.from({ length: 8 }, (_, at) => order(number + at));
    await Promise.all(turn.map((fields, at) => (at % 2 === 0 ? ats.methods : stream).createOrder(fields)));
  }
  proxy.heal();

  const { events: all } = await steady.methods.getEvents({ after: begin, limit: 1000 });
  await until(own, () => events.length >= all.length);
  expect(events).toEqual(all);
  // Each order was taken once, whatever was sent twice.
  const changes = all.flatMap((event) => (event.eventType === 'order' ? [event.order] : []));
  const entered = changes.filter(({ executionType }) => executionType === 'New').map(({ token }) => token);
  expect(new Set(entered).size).toBe(entered.length);
  expect(entered.length).toBe(ORDERS);

  const matches = all.flatMap((event) => (event.eventType === 'match' ? [event.match.matchId] : []));
  await until(trades, () => received.length >= new Set(matches).size);
  expect(received.map(({ tradeId }) => tradeId)).toEqual([...new Set(matches)]);

  const fresh = steady.stream();
  const whole = fresh.depth(securityId, { levels: 'all' });
  const plain = fresh.topOfBook(securityId);
  await Promise.all([whole.ready, plain.ready]);
  const isLevel = (view: BookView | undefined, other: BookView | undefined) =>
    view?.stale === false && view.seq === other?.seq;
  await until(top, () => isLevel(top.get(securityId), plain.get(securityId)));
  expect(top.get(securityId)).toEqual(plain.get(securityId));
  await until(depth, () => isLevel(depth.get(securityId), whole.get(securityId)));
  const { seq, bids, offers } = whole.get(securityId)!;
  expect(depth.get(securityId)).toMatchObject({ seq, bids, offers });
  const { orderDetailsAll } = await steady.methods.getClob({ securityID: securityId, issuerID: issuerId });
  const { orderDetailsBid, orderDetailsOffer } = orderDetailsAll;
  const { bid, offer } = plain.get(securityId)!;
  expect([priceOf(bid), bids[0]?.price].map(shown)).toEqual([orderDetailsBid, orderDetailsBid]);
  expect([priceOf(offer), offers[0]?.price].map(shown)).toEqual([orderDetailsOffer, orderDetailsOffer]);
  expect(proxy.cuts).toBeGreaterThan(5);
  fresh.close();
  stream.close();
  await runExamples(server, { ISSUER: issuerId, SECURITY: securityId });
});

/** `npm run demo:market`, on the same server. */
async function runDemo({ addresses, dataDir }: ServerProcess): Promise<void> {
  const settings = { PORT: new URL(addresses.api).port, DATA_DIR: dataDir, DEMO_SECONDS: '1' };
  const beganMs = performance.now();
  const { code, stdout, stderr } = await runScript('demo-market.ts', [], settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/\n {2}40 orders were taken, 0 refused; \d+ taken back\n {2}[1-9]\d* trades with/);
  // A connection that is silent for some seconds is cut; a machine that stops for as long cuts good connections too.
  if (performance.now() - beganMs < SILENCE_MS) expect(stdout).toContain(', 0 lost connections\n');
}

/** The programs of src/client/examples, as their readers run them. */
async function runExamples(server: ServerProcess, ids: Record<string, string>): Promise<void> {
  const { clientID: CLIENT_ID, developerAPIKey: DEVELOPER_API_KEY } = server.client;
  const BASE_URL = server.addresses.api;
  const NODE_OPTIONS = '--conditions=openats-source';
  const settings = { BASE_URL, CLIENT_ID, DEVELOPER_API_KEY, NODE_OPTIONS };
  const order = await runScript('../src/client/examples/order-once.ts', [], { ...settings, ...ids });
  expect(order).toMatchObject({ code: 0, stderr: '' });
  expect(order.stdout).toMatch(/^order \d+ is Live\n(?:.*\n)*Cancelled: Cancelled, 0\.000000 filled\n$/);
  const watching = runScript('../src/client/examples/watch-book.ts', [], { ...settings, TRADES: '1' });
  let isWatching = true;
  watching.finally(() => {
    isWatching = false;
  });
  do await runDemo(server);
  while (isWatching);
  expect(await watching).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/\d+ traded at \d+\.\d{6}/),
  });
}
