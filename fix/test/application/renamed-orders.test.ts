/** Each way in which an order gets other names, with each state of it, each name and each request that has the name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import type { OpenAts } from '../../src/client.ts';
import { Trader } from '../support/orders.ts';
import { pairsOf } from '../support/pairs.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

let venue: Venue;
let own: OpenAts;
let peer: Peer;
let other: Peer;
let copy: Peer;

beforeAll(async () => {
  venue = await Venue.start();
  await venue.api().methods.cancelOrders({});
  const key = await venue.newClient('trading');
  own = venue.api(key);
  [peer, other] = await Promise.all([Peer.open({ baseUrls: venue.url, key }), Peer.open({ baseUrls: venue.url, key })]);
  const copyKey = await venue.newClient('drop-copy', key.clientID);
  copy = await Peer.open({ baseUrls: venue.url, key: copyKey, options: { dropCopy: true } });
});
afterAll(async () => {
  for (const one of [peer, other, copy]) await one?.kill();
  await closeAll();
});

interface Order {
  /** All of its names, the newest last. */
  readonly names: string[];
  readonly orderId: string;
}

const TERMS = { quantity: 20, price: '20' };
const execution = (to: Peer, orderId: string, type: string, from = 0) =>
  to.next(has('8', [TAG.OrderID, orderId], [TAG.ExecType, type]), from).then(named);

async function replacedBy(by: Peer, order: Order, name: string): Promise<void> {
  const before = order.names.at(-1) as string;
  new Trader(by, venue.securityId).replace([before, name], 'Buy', TERMS);
  order.names.push(name);
  // Each session of the client, and the drop copy, get both names.
  for (const to of [peer, other, copy]) {
    const report = await to.next(has('8', [TAG.ClOrdID, name], [TAG.ExecType, '5']));
    expect(named(report)).toMatchObject({ OrderID: order.orderId, OrigClOrdID: before });
  }
}

const WAYS: Readonly<Record<string, (order: Order, id: string) => Promise<void>>> = {
  'not at all': async () => {},
  'by the session': (order, id) => replacedBy(peer, order, `${id}-b`),
  'by the session, three times': async (order, id) => {
    for (const name of ['b', 'c', 'd']) await replacedBy(peer, order, `${id}-${name}`);
  },
  'by another session': (order, id) => replacedBy(other, order, `${id}-b`),
  'over HTTP': async (order, id) => {
    const newToken = `${id}-b`;
    await own.methods.replaceOrder({ orderid: order.orderId, newToken });
    const report = await peer.next(has('8', [TAG.ClOrdID, newToken], [TAG.ExecType, '5']));
    expect(named(report)).toMatchObject({ OrderID: order.orderId, OrigClOrdID: order.names[0] });
    order.names.push(newToken);
  },
};

/** The sandbox's client trades with it. */
async function fill(orderId: string, quantity: number): Promise<void> {
  const { issuerId: issuerid, securityId: securityid } = venue;
  await venue.api().methods.createOrder({
    ...{ memberid: 'M1', issuerid, securityid, type: 'Limit', action: 'Sell', quantity, price: TERMS.price },
    ...{ expiration: 'IOC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  });
  await execution(peer, orderId, 'F');
}

interface State {
  readonly status: string;
  readonly reach: (orderId: string) => Promise<unknown>;
}
const STATES: Readonly<Record<string, State>> = {
  live: { status: '0', reach: async () => {} },
  part: { status: '1', reach: (orderId) => fill(orderId, 5) },
  filled: { status: '2', reach: (orderId) => fill(orderId, TERMS.quantity) },
  cancelled: {
    status: '4',
    reach: async (orderid) => {
      await own.methods.cancelOrder({ orderid });
      await execution(peer, orderid, '4');
    },
  },
};
const LIVE = ['0', '1'];

interface Asked {
  readonly order: Order;
  readonly name: string;
  readonly id: string;
  readonly status: string;
}

/** What a request by the name is answered with. */
const REQUESTS: Readonly<Record<string, (asked: Asked) => Promise<void>>> = {
  cancel: async ({ order, name, id, status }) => {
    new Trader(peer, venue.securityId).cancel([name, `${id}-x`], 'Buy');
    await expectChanged(order, `${id}-x`, status, '4');
  },
  replacement: async ({ order, name, id, status }) => {
    new Trader(peer, venue.securityId).replace([name, `${id}-x`], 'Buy', { quantity: 19, price: TERMS.price });
    await expectChanged(order, `${id}-x`, status, '5');
  },
  question: async ({ order, name, id, status }) => {
    peer.send('H', [TAG.ClOrdID, name], [TAG.OrdStatusReqID, id], [TAG.Symbol, venue.securityId], [TAG.Side, 1]);
    const answer = named(await peer.next(has('8', [TAG.OrdStatusReqID, id])));
    expect(answer).toMatchObject({ OrderID: order.orderId, OrdStatus: status });
  },
  'a new order': async ({ order, name, status }) => {
    const from = peer.port.sent.length;
    new Trader(peer, venue.securityId).enter(name, 'Buy', { quantity: 1, price: '1' });
    const answer = named(await peer.next(has('8', [TAG.ClOrdID, name]), from));
    if (LIVE.includes(status)) expect(answer).toMatchObject({ ExecType: '8', OrdRejReason: '6' });
    else {
      expect(answer.ExecType).toBe('0');
      expect(answer.OrderID).not.toBe(order.orderId);
    }
  },
  'the name again, for a replacement': async ({ order, name, status }) => {
    const from = peer.port.sent.length;
    new Trader(peer, venue.securityId).replace([order.names.at(-1) as string, name], 'Buy', TERMS);
    const answer = named(await peer.next(has('9', [TAG.ClOrdID, name]), from));
    const reason = LIVE.includes(status) ? '6' : name === order.names.at(-1) ? '6' : '0';
    expect(answer).toMatchObject({ OrderID: order.orderId, OrdStatus: status, CxlRejReason: reason });
  },
};

async function expectChanged(order: Order, name: string, status: string, execType: string): Promise<void> {
  const { orderId } = order;
  if (!LIVE.includes(status)) {
    const reject = named(await peer.next(has('9', [TAG.ClOrdID, name])));
    expect(reject).toMatchObject({ OrderID: orderId, OrdStatus: status, CxlRejReason: '0' });
    return;
  }
  const report = await peer.next(has('8', [TAG.ClOrdID, name], [TAG.ExecType, execType]));
  expect(named(report)).toMatchObject({ OrderID: orderId, OrigClOrdID: order.names.at(-1) });
}

const rows = pairsOf({
  way: Object.keys(WAYS),
  state: Object.keys(STATES),
  request: Object.keys(REQUESTS),
  name: ['newest', 'first'],
  gateway: ['running', 'restarted'],
});

test.each(rows.map((row, at) => ({ ...row, at })))(
  'named $way, $state: $request by its $name name, gateway $gateway',
  async ({ way, state, request, name, gateway, at }) => {
    const id = `n${at}`;
    new Trader(peer, venue.securityId).enter(`${id}-a`, 'Buy', TERMS);
    const entered = named(await peer.next(has('8', [TAG.ClOrdID, `${id}-a`], [TAG.ExecType, '0'])));
    const order: Order = { names: [`${id}-a`], orderId: entered.OrderID as string };
    await WAYS[way]!(order, id);
    const { status, reach } = STATES[state]!;
    await reach(order.orderId);
    if (gateway === 'restarted') {
      await peer.kill();
      await peer.start();
    }
    const asked = { order, name: order.names.at(name === 'first' ? 0 : -1) as string, id, status };
    await REQUESTS[request]!(asked);
    await peer.quiet();
    await own.methods.cancelOrders({});
  },
);

test('a change of a replacement that is refused is made of the order as it is', async () => {
  const trader = new Trader(peer, venue.securityId);
  trader.enter('chain-a', 'Buy', TERMS);
  trader.replace(['chain-a', 'chain-b'], 'Buy', { quantity: 20, price: '0' });
  trader.cancel(['chain-b', 'chain-c'], 'Buy');
  await peer.next(has('9', [TAG.ClOrdID, 'chain-b']));
  const cancelled = await peer.next(has('8', [TAG.ClOrdID, 'chain-c'], [TAG.ExecType, '4']));
  expect(named(cancelled)).toMatchObject({ OrigClOrdID: 'chain-a' });
});

test('an order that was renamed 30 times is still found by its first name', async () => {
  const trader = new Trader(peer, venue.securityId);
  trader.enter('long-0', 'Buy', TERMS);
  for (let at = 1; at <= 30; at++) {
    trader.replace([`long-${at - 1}`, `long-${at}`], 'Buy', { quantity: TERMS.quantity, price: `${1 + (at % 2)}` });
  }
  const last = named(await peer.next(has('8', [TAG.ClOrdID, 'long-30'], [TAG.ExecType, '5'])));
  peer.send('H', [TAG.ClOrdID, 'long-0'], [TAG.OrdStatusReqID, 'long'], [TAG.Symbol, venue.securityId], [TAG.Side, 1]);
  expect(named(await peer.next(has('8', [TAG.OrdStatusReqID, 'long'])))).toMatchObject({ OrderID: last.OrderID });
  // A cancel goes by the newest 16 (H10).
  trader.cancel(['long-14', 'long-x'], 'Buy');
  expect(named(await peer.next(has('8', [TAG.ClOrdID, 'long-x'])))).toMatchObject({ OrderID: last.OrderID });
});

test('a mass cancel after a restart of the gateway has the names of the orders', async () => {
  const trader = new Trader(peer, venue.securityId);
  trader.enter('mass-a', 'Buy', TERMS);
  trader.replace(['mass-a', 'mass-b'], 'Buy', { ...TERMS, quantity: 10 });
  await peer.next(has('8', [TAG.ClOrdID, 'mass-b'], [TAG.ExecType, '5']));
  await peer.kill();
  await peer.start();
  peer.send('q', [11, 'm'], [530, 7], [60, '20260302-14:30:00']);
  expect(named(await peer.next(has('r', [11, 'm'])))).toMatchObject({ OrigClOrdID: 'mass-b' });
});
