/** What a session may ask for at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { groupsOf } from '../../src/codec/index.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

const TIME = [60, '20260302-14:30:00'] as const;

let venue: Venue;
let peer: Peer;

beforeAll(async () => {
  venue = await Venue.start();
  peer = await Peer.open({ baseUrls: venue.url, key: await venue.newClient('trading') });
});
afterAll(async () => {
  await peer?.kill();
  await closeAll();
});

test('1,000 subscriptions to states; another is refused until one has ended', async () => {
  const instrument = [TAG.Symbol, venue.securityId] as const;
  for (let at = 1; at <= 1001; at++) peer.send('e', [324, `s${at}`], instrument, [263, 1]);
  await peer.quiet();
  const states = peer.sent(has('f')).map(named);
  expect(states.filter(({ SecurityTradingStatus }) => SecurityTradingStatus === '17')).toHaveLength(1000);
  const [refused, ...others] = states.filter(({ SecurityTradingStatus }) => SecurityTradingStatus === '20');
  expect(refused).toMatchObject({ SecurityStatusReqID: 's1001', Text: 'too many subscriptions' });
  expect(others).toEqual([]);
  peer.send('e', [324, 's1'], instrument, [263, 2]);
  peer.send('e', [324, 'again'], instrument, [263, 1]);
  await peer.quiet();
  expect(named(await peer.next(has('f', [324, 'again'])))).toMatchObject({ SecurityTradingStatus: '17' });
});

test('a message that the session has no room for is refused as its kind is', () => {
  const names = [
    [TAG.ClOrdID, 'full'],
    [TAG.OrigClOrdID, 'o1'],
  ] as const;
  const instrument = [
    [TAG.Symbol, venue.securityId],
    [TAG.Side, 1],
  ] as const;
  const [order, change, other] = ['D', 'G', 'R'].map((type) => named(peer.refusal(type, ...names, ...instrument)));
  expect(order).toMatchObject({ ClOrdID: 'full', ExecType: '8', OrdRejReason: '99', Text: 'no room' });
  expect(change).toMatchObject({ ClOrdID: 'full', OrigClOrdID: 'o1', CxlRejReason: '99', Text: 'no room' });
  expect(other).toMatchObject({ RefMsgType: 'R', BusinessRejectReason: '4', Text: 'no room' });
});

test('a mass cancel counts all orders, names 500, and each has its report', async () => {
  const trader = new Trader(peer, venue.securityId);
  for (let at = 1; at <= 501; at++) trader.enter(`o${at}`, 'Buy', { quantity: 1, price: '1' });
  await peer.quiet();
  expect(peer.sent(has('8', [TAG.ExecType, '0']))).toHaveLength(501);
  peer.send('q', [11, 'all'], [530, 7], TIME);
  const report = await peer.next(has('r'));
  expect(named(report)).toMatchObject({ TotalAffectedOrders: '501', NoAffectedOrders: '500' });
  expect(groupsOf(report, TAG.NoAffectedOrders)).toHaveLength(500);
  await peer.until(() => (peer.sent(has('8', [TAG.ExecType, '4'])).length === 501 ? true : undefined));
});

test('a drop copy may send nothing about orders and quotes', async () => {
  const key = await venue.newClient('drop-copy');
  const copy = await Peer.open({ baseUrls: venue.url, key, options: { dropCopy: true } });
  const types = ['D', 'F', 'G', 'H', 'AF', 'q', 'R', 'AH', 'S', 'Z', 'AJ'];
  for (const msgType of types) copy.send(msgType, [11, 'x']);
  copy.send('g', [335, 'state'], [263, 0]);
  await copy.quiet();
  expect(copy.sent(has('j')).map(named)).toEqual(
    types.map((RefMsgType) => expect.objectContaining({ RefMsgType, BusinessRejectReason: '3' })),
  );
  expect(copy.sent(has('h', [335, 'state']))).toHaveLength(1);
  await copy.kill();
});
