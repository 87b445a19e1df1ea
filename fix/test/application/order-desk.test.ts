/** What order management systems ask of a session: states of changes that cross, routes, amended fills. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { fieldValue } from '../../src/codec/index.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

let venue: Venue;
beforeAll(async () => {
  venue = await Venue.start();
  await venue.api().methods.cancelOrders({});
});
afterAll(closeAll);

async function newTrader() {
  const peer = await Peer.open({ baseUrls: venue.url, key: await venue.newClient('trading') });
  return { peer, trader: new Trader(peer, venue.securityId) };
}

const execution = (peer: Peer, clOrdId: string, execType: string) =>
  peer.next(has('8', [TAG.ClOrdID, clOrdId], [TAG.ExecType, execType])).then(named);

/** The sandbox's client trades with it. */
async function fill(action: 'Buy' | 'Sell', quantity: number, price: string): Promise<void> {
  const { issuerId: issuerid, securityId: securityid } = venue;
  await venue.api().methods.createOrder({
    ...{ memberid: 'M1', issuerid, securityid, type: 'Limit', action, quantity, price },
    ...{ expiration: 'IOC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  });
}

test('a replaced order is known by its current name after it was filled: to a cancel and to a question', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('a', 'Buy', { quantity: 10, price: '20' });
  trader.replace(['a', 'b'], 'Buy', { quantity: 20, price: '20' });
  await execution(peer, 'b', '5');
  await fill('Sell', 20, '20');
  const filled = await execution(peer, 'b', 'F');
  trader.cancel(['b', 'c'], 'Buy');
  expect(named(await peer.next(has('9', [TAG.ClOrdID, 'c'])))).toMatchObject({
    ...{ CxlRejReason: '0', OrdStatus: '2', OrderID: filled.OrderID },
  });
  peer.send('H', [TAG.ClOrdID, 'b'], [TAG.Symbol, venue.securityId], [TAG.Side, 1]);
  expect(await execution(peer, 'b', 'I')).toMatchObject({ OrdStatus: '2', OrderID: filled.OrderID, CumQty: '20' });
  // A new order may have the name.
  trader.enter('b', 'Buy', { quantity: 5, price: '3' });
  expect((await execution(peer, 'b', '0')).OrderID).not.toBe(filled.OrderID);
  trader.cancel(['b', 'd'], 'Buy');
  expect(await execution(peer, 'd', '4')).toMatchObject({ OrderQty: '5' });
  await peer.kill();
});

test('a refused change has the id and the state of its order, where the gateway refuses it too', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('a', 'Buy', { quantity: 10, price: '4' });
  trader.enter('other', 'Buy', { quantity: 10, price: '4' });
  trader.replace(['a', 'b'], 'Buy', { quantity: 20, price: '4' });
  const { OrderID } = await execution(peer, 'b', '5');
  trader.replace(['b', 'market'], 'Buy', { quantity: 20, price: '4' }, [TAG.MaxFloor, 5]);
  trader.replace(['b', 'part'], 'Buy', { quantity: 7.5, price: '4' });
  trader.replace(['a', 'b'], 'Buy', { quantity: 20, price: '4' }, [TAG.PossResend, 'Y']);
  for (const [clOrdId, reason] of [
    ['market', '99'],
    ['part', '99'],
    ['b', '6'],
  ] as const) {
    const reject = named(await peer.next(has('9', [TAG.ClOrdID, clOrdId])));
    expect(reject).toMatchObject({ OrderID, OrdStatus: '0', CxlRejReason: reason, CxlRejResponseTo: '2' });
  }
  await peer.kill();
});

test('a mass cancel of a security and a side leaves the other side', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('bid', 'Buy', { quantity: 10, price: '4' });
  trader.enter('offer', 'Sell', { quantity: 10, price: '90' });
  peer.send('q', [11, 'm'], [530, 1], [TAG.Symbol, venue.securityId], [TAG.Side, 2], [60, '20260302-14:30:00']);
  expect(named(await peer.next(has('r', [11, 'm'])))).toMatchObject({ TotalAffectedOrders: '1', Side: '2' });
  await execution(peer, 'offer', '4');
  peer.send('H', [TAG.ClOrdID, 'bid'], [TAG.Symbol, venue.securityId], [TAG.Side, 1]);
  expect(await execution(peer, 'bid', 'I')).toMatchObject({ OrdStatus: '0' });
  await peer.kill();
});

test('a quote is cancelled by an id that an ended quote had too', async () => {
  const { peer: buyer } = await newTrader();
  const { peer: dealer } = await newTrader();
  const instrument = [TAG.Symbol, venue.securityId] as const;
  buyer.send('R', [131, 'rfq'], [146, 1], instrument, [54, 1], [38, 50]);
  const { OrderID: request } = await execution(buyer, 'rfq', '0');
  const quote = (price: string) =>
    dealer.send('S', [131, request as string], [117, 'q'], instrument, [133, price], [135, 50]);
  const cancel = () => dealer.send('Z', [131, request as string], [117, 'q'], [298, 1]);
  for (const [at, price] of ['12', '11'].entries()) {
    quote(price);
    await dealer.until(() => (dealer.sent(has('AI', [117, 'q'], [297, 0])).length === at + 1 ? true : undefined));
    cancel();
    await dealer.until(() => (dealer.sent(has('AI', [117, 'q'], [297, 4])).length === at + 1 ? true : undefined));
  }
  expect(dealer.sent(has('j'))).toEqual([]);
  for (const peer of [buyer, dealer]) await peer.kill();
});

test('a firm that the peer acts for is named in answers to its messages and in reports of its orders', async () => {
  const { trader, peer } = await newTrader();
  const firm = [
    [115, 'FUND'],
    [116, 'DESK'],
    [144, 'NY'],
  ] as const;
  trader.enter('a', 'Buy', { quantity: 10, price: '20' }, ...firm);
  trader.enter('own', 'Buy', { quantity: 10, price: '1' });
  await execution(peer, 'a', '0');
  trader.replace(['a', 'b'], 'Buy', { quantity: 20, price: '20' }, ...firm);
  await execution(peer, 'b', '5');
  // The firm of an order is as durable as its name.
  await peer.kill();
  await peer.start();
  await fill('Sell', 20, '20');
  await execution(peer, 'b', 'F');
  trader.cancel(['b', 'c'], 'Buy', ...firm);
  await peer.next(has('9', [TAG.ClOrdID, 'c']));
  peer.send('H', [TAG.ClOrdID, 'b'], [TAG.Symbol, venue.securityId], [TAG.Side, 1], ...firm);
  await execution(peer, 'b', 'I');
  const seen = peer.sent().map((one) => [128, 129, 145].map((tag) => fieldValue(one, tag)).join());
  const own = peer.sent().map((one) => fieldValue(one, TAG.ClOrdID) === 'own');
  expect(seen).toEqual(own.map((isOwn) => (isOwn ? ',,' : 'FUND,DESK,NY')));
  await peer.kill();
});

test('a bust and a correction are ExecutionReports that refer to the fill', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('a', 'Buy', { quantity: 20, price: '20' });
  await execution(peer, 'a', '0');
  await fill('Sell', 20, '20');
  const trade = await execution(peer, 'a', 'F');
  const [tradeID = ''] = (trade.ExecID as string).split('-');
  const { methods } = venue.operator;
  await methods.adjustTrade({ tradeID, price: '19', quantity: 20, reason: 'a wrong price' });
  expect(await execution(peer, 'a', 'G')).toMatchObject({
    ...{ ExecRefID: trade.ExecID, OrderID: trade.OrderID, LastPx: '19.000000', LastQty: '20', OrdStatus: '2' },
    ...{ Side: '1', Text: 'a wrong price', TradeDate: expect.stringMatching(/^\d{8}$/) },
  });
  await methods.bustTrade({ tradeID, reason: 'an example' });
  expect(await execution(peer, 'a', 'H')).toMatchObject({ ExecRefID: trade.ExecID, Text: 'an example', CumQty: '20' });
  await peer.kill();
});
