/** Each message that changes something at the venue, in each age: what may lead to a trade must not be a minute old. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { nowTimestamp } from '../../src/application/values.ts';
import type { OpenAts } from '../../src/client.ts';
import { fieldValue } from '../../src/codec/index.ts';
import { Trader } from '../support/orders.ts';
import { has, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

const HOUR_MS = 3_600_000;

let venue: Venue;
let peer: Peer;
let trader: Trader;
/** The client of the session, and another one. */
let own: OpenAts;
let other: OpenAts;
let count = 0;

beforeAll(async () => {
  venue = await Venue.start();
  const key = await venue.newClient('trading');
  own = venue.api(key);
  other = venue.api(await venue.newClient('trading'));
  peer = await Peer.open({ baseUrls: venue.url, key });
  trader = new Trader(peer, venue.securityId);
});
afterAll(async () => {
  await peer?.kill();
  await closeAll();
});

type Fields = readonly (readonly [number, string | number])[];
const instrument = () => [TAG.Symbol, venue.securityId] as const;

async function order(api: OpenAts, type: 'Limit' | 'RFQ', token: string): Promise<string> {
  const { issuerId: issuerid, securityId: securityid } = venue;
  const { orderDetails } = await api.methods.createOrder({
    ...{ memberid: 'M1', issuerid, securityid, type, action: 'Buy', quantity: 10, price: type === 'RFQ' ? 0 : '5' },
    ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited', token },
  });
  return orderDetails.orderId;
}
async function quote(by: OpenAts, orderid: string, token: string): Promise<string> {
  const { quoteDetails } = await by.methods.createQuote({ orderid, memberid: 'M1', price: 9, quantity: 10, token });
  return quoteDetails.quoteId;
}
const ordersWith = async (token: string) => {
  const { ats_orders: orders } = await own.methods.listAtsOrders({ filter: { token: [token] } });
  return orders.length === 1;
};
const quoteStatus = async (orderid: string, quoteId: string) =>
  (await own.methods.getQuotes({ orderid })).quotes.find((one) => one.quoteId === quoteId)?.quoteStatus;
const orderOf = async (orderid: string) => (await own.methods.getOrder({ orderid })).orderDetails[0]!;

interface Sent {
  /** Sends the message. */
  readonly send: (...more: Fields) => void;
  /** Whether it took effect. */
  readonly isDone: () => Promise<boolean>;
}

/** Prepares a message with this id. */
const KINDS: Readonly<Record<string, (id: string) => Sent | Promise<Sent>>> = {
  NewOrderSingle: (id) => ({
    send: (...more) => trader.enter(id, 'Buy', { quantity: 10, price: '5' }, ...more),
    isDone: () => ordersWith(id),
  }),
  QuoteRequest: (id) => ({
    send: (...more) => peer.send('R', [131, id], [146, 1], instrument(), [54, 1], [38, 10], ...more),
    isDone: () => ordersWith(id),
  }),
  Quote: async (id) => {
    const orderid = await order(other, 'RFQ', id);
    return {
      send: (...more) => peer.send('S', [131, orderid], [117, id], instrument(), [133, 9], [135, 10], ...more),
      isDone: async () => (await other.methods.getQuotes({ orderid })).quotes.length === 1,
    };
  },
  'QuoteResponse, hit': async (id) => {
    const orderid = await order(own, 'RFQ', `o-${id}`);
    const quoteId = await quote(other, orderid, id);
    return {
      send: (...more) => peer.send('AJ', [693, id], [117, quoteId], [694, 1], instrument(), ...more),
      isDone: async () => (await quoteStatus(orderid, quoteId)) === 'Accepted',
    };
  },
  OrderCancelReplaceRequest: async (id) => {
    const orderid = await order(own, 'Limit', `o-${id}`);
    return {
      send: (...more) => trader.replace([`o-${id}`, id], 'Buy', { quantity: 10, price: '6' }, ...more),
      isDone: async () => (await orderOf(orderid)).price_per_share === '6.000000',
    };
  },
  OrderCancelRequest: async (id) => {
    const orderid = await order(own, 'Limit', `o-${id}`);
    return {
      send: (...more) => trader.cancel([`o-${id}`, id], 'Buy', ...more),
      isDone: async () => (await orderOf(orderid)).status === 'Cancelled',
    };
  },
  'QuoteResponse, pass': async (id) => {
    const orderid = await order(own, 'RFQ', `o-${id}`);
    const quoteId = await quote(other, orderid, id);
    return {
      send: (...more) => peer.send('AJ', [693, id], [117, quoteId], [694, 6], instrument(), ...more),
      isDone: async () => (await quoteStatus(orderid, quoteId)) === 'Declined',
    };
  },
  QuoteCancel: async (id) => {
    const orderid = await order(other, 'RFQ', `o-${id}`);
    const quoteId = await quote(own, orderid, id);
    return {
      send: (...more) => peer.send('Z', [131, orderid], [117, id], [298, 1], ...more),
      isDone: async () => (await quoteStatus(orderid, quoteId)) === 'Cancelled',
    };
  },
};
/** They end something, at any age. */
const HARMLESS = ['OrderCancelRequest', 'QuoteResponse, pass', 'QuoteCancel'];
/** One from before a restart may have reached the venue: an order is found by its name, others are repeated. */
const FOUND = ['NewOrderSingle', 'QuoteRequest'];

const AGES: Readonly<Record<string, (sent: Sent) => void | Promise<void>>> = {
  'sent now': ({ send }) => send(),
  'a minute old': ({ send }) => {
    peer.ageMs = 61_000;
    send();
  },
  'a possible duplicate of an old one': ({ send }) =>
    send([43, 'Y'], [TAG.OrigSendingTime, nowTimestamp(Date.now() - HOUR_MS)]),
  'old, from before a restart': async ({ send }) => {
    await peer.kill();
    peer.ageMs = HOUR_MS;
    send();
    await peer.start();
  },
};

const pairs = Object.keys(KINDS).flatMap((kind) => Object.keys(AGES).map((age) => [kind, age] as const));

test.each(pairs)('%s, %s', async (kind, age) => {
  const id = `id${++count}`;
  const sent = await KINDS[kind]!(id);
  const from = peer.port.sent.length;
  await AGES[age]!(sent);
  peer.ageMs = 0;
  await peer.quiet();
  const isStale = peer.port.sent.slice(from).some((one) => fieldValue(one, TAG.ReasonCode) === 'stale');
  const isRepeated = age === 'old, from before a restart' && !FOUND.includes(kind);
  const isTaken = age === 'sent now' || HARMLESS.includes(kind) || isRepeated;
  expect({ isStale, isDone: await sent.isDone() }).toEqual({ isStale: !isTaken, isDone: isTaken });
});

test('a quote request whose answer was lost is found by its name after the restart', async () => {
  await order(own, 'RFQ', 'lost');
  await peer.kill();
  peer.ageMs = HOUR_MS;
  peer.send('R', [131, 'lost'], [146, 1], instrument(), [54, 1], [38, 10]);
  await peer.start();
  peer.ageMs = 0;
  await peer.quiet();
  expect(peer.sent(has('AG', [131, 'lost']))).toEqual([]);
  expect(peer.sent(has('8', [TAG.ClOrdID, 'lost'], [TAG.ExecType, 'I']))).toHaveLength(1);
});
