/** Books, trades and calls that a peer keeps from W and X are those of the venue, also while the peer is slow. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Dice } from '../../../test/e2e/support/dice.ts';
import { TAG } from '../../src/application/tags.ts';
import { type OpenAts, systemTimers } from '../../src/client.ts';
import { type Field, fieldValue, groupsOf, type Message } from '../../src/codec/index.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));

let venue: Venue;

beforeAll(async () => {
  venue = await Venue.start();
});
afterAll(closeAll);

const newPeer = async () => Peer.open({ baseUrls: venue.url, key: await venue.newClient('trading') });

function ask(
  peer: Peer,
  id: string,
  terms: { type?: string; depth?: number; update?: string; entries?: string[] } = {},
) {
  const { type = '1', depth = 0, update = '1', entries = ['0', '1'] } = terms;
  const types = entries.map((entry): [number, string] => [TAG.MDEntryType, entry]);
  peer.send(
    'V',
    ...[[TAG.MDReqID, id] as const, [TAG.SubscriptionRequestType, type] as const, [TAG.MarketDepth, depth] as const],
    ...[[TAG.MDUpdateType, update] as const, [TAG.NoMDEntryTypes, entries.length] as const, ...types],
    ...[[TAG.NoRelatedSym, 1] as const, [TAG.Symbol, venue.securityId] as const],
  );
}

async function order(api: OpenAts, action: 'Buy' | 'Sell', terms: { price: string; quantity: number }, more = {}) {
  const { securityId: securityid, issuerId: issuerid } = venue;
  await api.methods.createOrder({
    ...{ memberid: 'M1', issuerid, securityid, type: 'Limit', action, ...terms, expiration: 'GTC' },
    ...{ disclosePrice: 'Yes', solicited: 'Unsolicited', ...more },
  });
}

/** side, price, shares, orders, G for contingent ones. */
type Line = readonly (string | undefined)[];
const lineOf = (entry: Message): Line =>
  [TAG.MDEntryType, TAG.MDEntryPx, TAG.MDEntrySize, TAG.NumberOfOrders, TAG.ExecInst].map((tag) =>
    fieldValue(entry, tag),
  );

/** The book of a request as its messages lead to it. */
function bookOf(peer: Peer, id: string): Line[] {
  let book = new Map<string, Line>();
  for (const message of peer.sent(({ msgType, fields }) => ['W', 'X'].includes(msgType) && isOf(fields, id))) {
    if (message.msgType === 'W') book = new Map();
    for (const entry of groupsOf(message, TAG.NoMDEntries)) {
      const line = lineOf(entry);
      const [side, price] = line;
      // A W has no ids; the id of an entry is made of what it is.
      const key = fieldValue(entry, TAG.MDEntryID) ?? `${side}@${price}${line[4] === 'G' ? 'c' : ''}`;
      const action = fieldValue(entry, TAG.MDUpdateAction);
      if (action === '2' && !book.delete(key)) throw new Error(`${key} was not there`);
      if (action === '0' && book.has(key)) throw new Error(`${key} is there already`);
      if (action !== '2') book.set(key, line);
    }
  }
  return [...book.values()].sort();
}

const isOf = (fields: readonly Field[], id: string) =>
  fields.some(([tag, value]) => tag === TAG.MDReqID && value === id);

/** The same of the venue. */
async function depthOf(levels: number): Promise<Line[]> {
  const { depth } = await venue.api().methods.getDepth({ securityId: venue.securityId, levels });
  const sides = [
    ['0', depth.bids],
    ['1', depth.offers],
  ] as const;
  const lines = sides.flatMap(([side, all]) =>
    all.flatMap(({ price, quantity, orders, contingent }): Line[] => [
      ...(quantity > 0 ? [[side, price, String(quantity), String(orders), undefined]] : []),
      ...(contingent ? [[side, price, String(contingent.quantity), String(contingent.orders), 'G']] : []),
    ]),
  );
  return lines.sort();
}

test(`books of every depth are the venue's after each burst (SEED=${SEED})`, async () => {
  const dice = new Dice(SEED);
  const peer = await newPeer();
  const api = venue.api();
  ask(peer, 'all');
  ask(peer, 'top', { depth: 1 });
  ask(peer, 'three', { depth: 3, update: '0' });
  await peer.until(() => (peer.sent(has('W')).length >= 3 ? true : undefined));
  for (let burst = 0; burst < 12; burst++) {
    // The peer does not read during some of them: what changed meanwhile comes at once.
    const isSlow = dice.chance(0.4);
    peer.port.unsentBytes = isSlow ? 2_000_000 : 0;
    const before = peer.port.sent.length;
    for (let orders = dice.between(1, 8); orders > 0; orders--) {
      const price = `${10 + dice.between(-3, 3) / 10}`;
      const terms = { price, quantity: dice.between(1, 40) };
      const more = dice.pick([{}, {}, { contingencies: 'All or None' }, { disclosePrice: 'No' }]);
      await order(api, dice.pick(['Buy', 'Sell'] as const), terms, more);
    }
    if (dice.chance(0.2)) await api.methods.cancelOrders({ action: dice.pick(['Buy', 'Sell'] as const) });
    if (isSlow) expect(peer.port.sent.slice(before).filter(({ msgType }) => msgType !== '8')).toEqual([]);
    peer.port.unsentBytes = 0;
    for (const [id, levels] of [
      ['all', 100],
      ['top', 1],
      ['three', 3],
    ] as const) {
      await expect.poll(() => bookOf(peer, id)).toEqual(await depthOf(levels));
    }
  }
  expect(peer.sent(has('X', [TAG.MDReqID, 'three']))).toEqual([]);
  expect(peer.sent(has('W', [TAG.MDReqID, 'all']))).toHaveLength(1);
  await peer.kill();
});

test('a request ends by its id, by a snapshot, and with the connection', async () => {
  const peer = await newPeer();
  const api = venue.api();
  await api.methods.cancelOrders({});
  ask(peer, 'a', { entries: ['0', '1', '2'] });
  ask(peer, 'b', { type: '0', depth: 1 });
  ask(peer, 'c', { entries: ['2'] });
  await peer.until(() => (peer.sent(has('W')).length === 3 ? true : undefined));
  // The ids of snapshots are free again, the others are in use.
  ask(peer, 'b', { type: '0' });
  ask(peer, 'a');
  expect(named(await peer.next(has('Y')))).toMatchObject({ MDReqID: 'a', MDReqRejReason: '1' });
  await order(api, 'Sell', { price: '50', quantity: 7 });
  await order(api, 'Buy', { price: '50', quantity: 3 });
  for (const id of ['a', 'c'])
    await peer.next(has('X', [TAG.MDReqID, id], [TAG.MDEntryType, '2'], [TAG.MDEntrySize, '3']));
  ask(peer, 'a', { type: '2' });
  await peer.quiet();
  const before = peer.port.sent.length;
  await order(api, 'Buy', { price: '50', quantity: 2 });
  await peer.next(has('X', [TAG.MDReqID, 'c'], [TAG.MDEntrySize, '2']));
  expect(peer.port.sent.slice(before).filter(({ fields }) => isOf(fields, 'a'))).toEqual([]);
  ask(peer, 'late', { entries: ['2'] });
  const [late] = groupsOf(await peer.next(has('W', [TAG.MDReqID, 'late'])), TAG.NoMDEntries);
  expect(lineOf(late as Message).slice(0, 2)).toEqual(['2', '50.000000']);
  peer.disconnect();
  const after = peer.port.sent.length;
  await order(api, 'Buy', { price: '50', quantity: 1 });
  // A new request gets the trades, the one before does not.
  ask(peer, 'd', { entries: ['2'] });
  await peer.next(has('W', [TAG.MDReqID, 'd']), after);
  await order(api, 'Buy', { price: '50', quantity: 1 });
  await peer.next(has('X', [TAG.MDReqID, 'd']), after);
  expect(peer.port.sent.slice(after).filter(({ fields }) => isOf(fields, 'c'))).toEqual([]);
  await peer.kill();
});

test('what a request asks for and the venue does not have is refused by its field', async () => {
  const peer = await newPeer();
  const refusals: [string, Parameters<typeof ask>[2], string][] = [
    ['depth', { depth: 101 }, '5'],
    ['update', { update: '2' }, '6'],
    ['entry', { entries: ['0', '4'] }, '8'],
    ['type', { type: '3' }, '4'],
  ];
  for (const [id, terms] of refusals) ask(peer, id, terms);
  peer.send('V', [262, 'who'], [263, 1], [264, 0], [267, 1], [269, 0], [146, 1], [55, '999999']);
  await peer.quiet();
  const shown = peer.sent(has('Y')).map((one) => [fieldValue(one, TAG.MDReqID), fieldValue(one, TAG.MDReqRejReason)]);
  expect(shown).toEqual([...refusals.map(([id, , reason]) => [id, reason]), ['who', '0']]);
  await peer.kill();
});

test('a session has at most 200 requests of at most 1,000 securities', async () => {
  const peer = await newPeer();
  for (let at = 0; at <= 200; at++) ask(peer, `r${at}`);
  await peer.quiet();
  expect(peer.sent(has('Y')).map(named)).toMatchObject([{ MDReqID: 'r200', Text: 'there are too many requests' }]);
  ask(peer, 'r0', { type: '2' });
  const many = Array.from({ length: 1001 }, () => [TAG.Symbol, venue.securityId] as const);
  peer.send('V', [262, 'many'], [263, 1], [264, 1], [267, 1], [269, 0], [146, many.length], ...many);
  expect(named(await peer.next(has('Y', [262, 'many'])))).toMatchObject({ Text: expect.stringContaining('1000') });
  ask(peer, 'again');
  await peer.next(has('W', [262, 'again']));
  await peer.kill();
});

test('orders are cancelled once the peer has been disconnected for as long as its session says', async () => {
  const SECONDS = 7;
  const due: (() => void)[] = [];
  const timers = {
    ...systemTimers,
    after: (ms: number, run: () => void) => {
      if (ms !== SECONDS * 1000) return systemTimers.after(ms, run);
      due.push(run);
      return () => void due.splice(due.indexOf(run), 1);
    },
  };
  const key = await venue.newClient('trading');
  const options = { cancelOnDisconnect: { seconds: SECONDS } };
  const peer = await Peer.open({ baseUrls: venue.url, key, options, platform: { timers } });
  const trader = new Trader(peer, venue.securityId);
  trader.enter('a', 'Buy', { quantity: 10, price: '1' });
  await peer.next(has('8', [TAG.ExecType, '0']));
  peer.disconnect();
  expect(due).toHaveLength(1);
  peer.connect();
  expect(due).toHaveLength(0);
  peer.disconnect();
  due[0]?.();
  expect(named(await peer.next(has('8', [TAG.ExecType, '4'])))).toMatchObject({ ReasonCode: 'mass-cancelled' });
  await peer.kill();
});

test('a symbol that changes while a session is connected is the one of its reports', async () => {
  const { methods } = venue.operator;
  await methods.updateSecurityReference({ securityId: venue.securityId, reference: { symbol: 'OLD' } });
  const peer = await newPeer();
  let asked = 0;
  const symbol = async () => {
    const id = `d${++asked}`;
    peer.send('c', [320, id], [321, 0], [TAG.SecurityID, venue.securityId]);
    return named(await peer.next(has('d', [320, id]))).Symbol;
  };
  await expect.poll(symbol).toBe('OLD');
  await methods.updateSecurityReference({ securityId: venue.securityId, reference: { symbol: 'NEW' } });
  await expect.poll(symbol).toBe('NEW');
  await peer.kill();
});
