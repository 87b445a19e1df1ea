/** The application of a session against the real venue; the session side keeps its messages in memory. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { fieldValue, groupsOf, type Message } from '../../src/codec/index.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

let venue: Venue;
let count = 0;

beforeAll(async () => {
  venue = await Venue.start();
  await venue.api().methods.cancelOrders({});
});
afterAll(closeAll);

/** A trader with its own client, and one to trade with over HTTP. */
async function newTrader(options = {}): Promise<{ trader: Trader; peer: Peer; clientID: string }> {
  const key = await venue.newClient('trading');
  const peer = await Peer.open({ baseUrls: venue.url, key, options });
  return { trader: new Trader(peer, venue.securityId), peer, clientID: key.clientID };
}

/** An order of the sandbox's client, over HTTP. */
async function counter(action: 'Buy' | 'Sell', quantity: number, price: string, more = {}): Promise<string> {
  const { orderDetails } = await venue.api().methods.createOrder({
    ...{
      memberid: 'M1',
      issuerid: venue.issuerId,
      securityid: venue.securityId,
      type: 'Limit',
      action,
      quantity,
      price,
    },
    ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited', ...more },
  });
  return orderDetails.orderId;
}

const nextId = (): string => `c${++count}`;
const execution = (peer: Peer, clOrdId: string, execType: string) =>
  peer.next(has('8', [TAG.ClOrdID, clOrdId], [TAG.ExecType, execType])).then(named);

test('an order is replaced twice under new names, filled in part and cancelled, across restarts', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('a', 'Buy', { quantity: 100, price: '10' });
  expect(await execution(peer, 'a', '0')).toMatchObject({ OrdStatus: '0', LeavesQty: '100', ClOrdID: 'a' });
  trader.replace(['a', 'b'], 'Buy', { quantity: 120, price: '10' });
  expect(await execution(peer, 'b', '5')).toMatchObject({ OrigClOrdID: 'a', OrderQty: '120', OrdStatus: '0' });
  await peer.kill();
  // Written while the application is down: two changes of an order that is known by its newest name alone.
  trader.replace(['b', 'c'], 'Buy', { quantity: 110, price: '10.5' });
  await peer.start();
  expect(await execution(peer, 'c', '5')).toMatchObject({ OrigClOrdID: 'b', OrderQty: '110', Price: '10.500000' });
  await counter('Sell', 30, '10.5');
  expect(await execution(peer, 'c', 'F')).toMatchObject({
    LastQty: '30',
    LastPx: '10.500000',
    CumQty: '30',
    OrdStatus: '1',
  });
  trader.cancel(['c', 'd'], 'Buy');
  const cancelled = await execution(peer, 'd', '4');
  expect(cancelled).toMatchObject({
    OrigClOrdID: 'c',
    CumQty: '30',
    LeavesQty: '0',
    OrdStatus: '4',
    AvgPx: '10.500000',
  });
  await peer.kill();
  await peer.start();
  trader.cancel(['c', 'f'], 'Buy');
  expect(named(await peer.next(has('9', [TAG.ClOrdID, 'f'])))).toMatchObject({
    ...{ CxlRejReason: '0', OrdStatus: '4', OrderID: cancelled.OrderID },
  });
  trader.cancel(['a', 'e'], 'Buy');
  const refused = await peer.next(has('9', [TAG.ClOrdID, 'e']));
  expect(named(refused)).toMatchObject({
    CxlRejReason: '0',
    OrdStatus: '4',
    OrderID: cancelled.OrderID,
    CxlRejResponseTo: '1',
  });
  await peer.quiet();
  await peer.kill();
});

test('orders of one turn are changed and cancelled by names whose calls are still under way', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('a', 'Sell', { quantity: 10, price: '99' });
  trader.replace(['a', 'b'], 'Sell', { quantity: 20, price: '99' });
  trader.replace(['b', 'c'], 'Sell', { quantity: 30, price: '99' });
  trader.cancel(['c', 'd'], 'Sell');
  trader.cancel(['c', 'e'], 'Sell');
  trader.replace(['x', 'y'], 'Sell', { quantity: 30, price: '99' });
  await peer.quiet();
  const reports = peer.sent().map(named);
  expect(reports.filter(({ ExecType }) => ExecType).map((one) => [one.ExecType, one.ClOrdID, one.OrigClOrdID])).toEqual(
    [
      ['0', 'a', undefined],
      ['5', 'b', 'a'],
      ['5', 'c', 'b'],
      ['4', 'd', 'c'],
    ],
  );
  const rejects = reports.filter(({ CxlRejReason }) => CxlRejReason);
  expect(rejects.map((one) => [one.ClOrdID, one.CxlRejReason, one.CxlRejResponseTo]).sort()).toEqual([
    ['e', '0', '1'],
    ['y', '1', '2'],
  ]);
  await peer.kill();
});

test('each kind of order does at the venue what FIX says', async () => {
  const { trader, peer } = await newTrader();
  await counter('Sell', 100, '20');
  const outcomes: [string, readonly (readonly [number, string | number])[], number, string[]][] = [
    ['immediate or cancel', [[59, 3]], 150, ['0', 'F', '4']],
    ['fill or kill that cannot', [[59, 4]], 50, ['0', '4']],
    ['all or none rests', [[18, 'G']], 50, ['0']],
    ['a minimum rests', [[110, 20]], 50, ['0']],
    ['a hidden price rests', [[5001, 'N']], 10, ['0']],
    [
      'until a date',
      [
        [59, 6],
        [432, '20351231'],
      ],
      10,
      ['0'],
    ],
    ['for the day', [[59, 0]], 10, ['0']],
    ['post-only', [[18, '6']], 10, ['0']],
  ];
  const ids: string[] = [];
  for (const [, fields, quantity] of outcomes) {
    const id = nextId();
    ids.push(id);
    trader.enter(id, 'Buy', { quantity, price: '20' }, ...fields);
  }
  trader.enter('member', 'Buy', { quantity: 1, price: '20' }, [453, 1], [448, 'M77'], [447, 'D'], [452, 1]);
  await peer.next(has('8', [TAG.ClOrdID, 'member']));
  for (const [at, [what, , , types]] of outcomes.entries()) {
    const reports = peer.sent(has('8', [TAG.ClOrdID, ids[at] as string])).map(named);
    expect([what, reports.map(({ ExecType }) => ExecType)]).toEqual([what, types]);
  }
  const orders = (await venue.operator.methods.listAtsOrders({ limit: 20 })).ats_orders;
  const order = (at: number) => orders.find(({ token }) => token === ids[at]);
  expect(order(2)).toMatchObject({ contingencies: 'All or None', expirationType: '1' });
  expect(order(3)).toMatchObject({ contingencies: 'Minimum Quantity', minimumThreshold: '20' });
  expect(order(4)).toMatchObject({ priceNotDisplayed: 'Yes' });
  expect(order(5)).toMatchObject({ expirationType: '3', expirationDate: '2035-12-31' });
  expect(order(6)).toMatchObject({ expirationType: '2' });
  expect(order(7)).toMatchObject({ postOnly: 'Yes' });
  expect(orders.find(({ token }) => token === 'member')).toMatchObject({ memberId: 'M77' });
  trader.enter('crossing', 'Sell', { quantity: 10, price: '19' }, [18, '6']);
  expect(await execution(peer, 'crossing', '8')).toMatchObject({
    OrdRejReason: '0',
    ReasonCode: 'post-only-would-cross',
  });
  peer.send('q', [11, 'all'], [530, 7], [60, '20260302-14:30:00']);
  const report = await peer.next(has('r'));
  expect(named(report)).toMatchObject({ MassCancelResponse: '7', TotalAffectedOrders: '7', ClOrdID: 'all' });
  expect(groupsOf(report, TAG.NoAffectedOrders)).toHaveLength(7);
  await peer.until(() => (peer.sent(has('8', [TAG.ReasonCode, 'mass-cancelled'])).length === 7 ? true : undefined));
  await peer.kill();
});

test('refused orders say why, by reason and by field', async () => {
  const { trader, peer } = await newTrader();
  const terms = { quantity: 10, price: '10' };
  trader.enter('a', 'Buy', { quantity: 10, price: '5' });
  trader.enter('a', 'Buy', { quantity: 10, price: '5' });
  trader.enter('b', 'Buy', terms, [1, 'A99999999']);
  trader.enter('c', 'Buy', terms, [48, 'nobody']);
  trader.enter('d', 'Buy', { quantity: 10, price: '0' });
  trader.enter('e', 'Buy', terms, [110, 11]);
  trader.enter('f', 'Buy', terms, [59, 6], [432, '20200101']);
  await peer.quiet();
  const refused = peer.sent(has('8', [TAG.ExecType, '8'])).map(named);
  const why = (id: string) => refused.find(({ ClOrdID }) => ClOrdID === id);
  expect(why('a')).toMatchObject({ OrdRejReason: '6', ReasonCode: 'duplicate', OrderID: 'NONE' });
  expect(why('b')).toMatchObject({ OrdRejReason: '15', ReasonCode: 'unknown-account' });
  expect(why('c')).toMatchObject({ OrdRejReason: '1', ReasonCode: 'unknown-security' });
  expect(why('d')).toMatchObject({ OrdRejReason: '99', ReasonCode: 'price-required' });
  expect(why('e')).toMatchObject({ OrdRejReason: '13', ReasonCode: 'minimum-out-of-range' });
  expect(why('f')).toMatchObject({
    OrdRejReason: '99',
    ReasonCode: '106',
    Text: expect.stringContaining('expirationDate'),
  });
  // The name of a live order is taken for other requests too, and for a session that does not know of it.
  await peer.kill();
  await peer.start();
  trader.enter('a', 'Buy', terms);
  await peer.quiet();
  expect(named(peer.port.sent.at(-1) as Message)).toMatchObject({ OrdRejReason: '6', ReasonCode: 'token-is-taken' });
  trader.enter('a', 'Buy', { quantity: 10, price: '5' }, [97, 'Y']);
  await peer.quiet();
  expect(named(peer.port.sent.at(-1) as Message)).toMatchObject({ ExecType: 'I', OrdStatus: '0', ClOrdID: 'a' });
  peer.send('E', [66, 'list']);
  await peer.quiet();
  expect(named(peer.port.sent.at(-1) as Message)).toMatchObject({ BusinessRejectReason: '3', RefMsgType: 'E' });
  await peer.kill();
});

test('an order that waited too long is refused, unless it reached the venue', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('sent', 'Buy', { quantity: 10, price: '5' });
  await peer.next(has('8', [TAG.ClOrdID, 'sent']));
  await peer.kill();
  peer.ageMs = 3_600_000;
  trader.enter('sent', 'Buy', { quantity: 10, price: '5' });
  trader.enter('late', 'Buy', { quantity: 10, price: '5' });
  await peer.start();
  await peer.quiet();
  expect(named(peer.sent(has('8', [TAG.ClOrdID, 'sent'])).at(-1) as Message)).toMatchObject({
    ExecType: 'I',
    OrdStatus: '0',
  });
  expect(await execution(peer, 'late', '8')).toMatchObject({ OrdRejReason: '8', ReasonCode: 'stale' });
  await peer.kill();
});

test('states of orders are those of the venue', async () => {
  const { trader, peer } = await newTrader();
  trader.enter('a', 'Buy', { quantity: 10, price: '5' });
  trader.replace(['a', 'b'], 'Buy', { quantity: 12, price: '5' });
  trader.enter('s', 'Sell', { quantity: 3, price: '500' }, [18, 'G']);
  const instrument = [TAG.Symbol, venue.securityId] as const;
  peer.send('H', [11, 'b'], [790, 'q1'], instrument, [54, 1]);
  peer.send('H', [11, 'never'], instrument, [54, 1]);
  peer.send('AF', [584, 'm1'], [585, 7]);
  peer.send('AF', [584, 'm2'], [585, 1], instrument, [54, 2]);
  peer.send('AF', [584, 'm3'], [585, 3]);
  await peer.quiet();
  const asked = peer.sent(has('8', [TAG.ExecType, 'I'])).map(named);
  expect(asked.find(({ OrdStatusReqID }) => OrdStatusReqID === 'q1')).toMatchObject({
    OrdStatus: '0',
    OrderQty: '12',
    ExecID: '0',
  });
  expect(asked.find(({ ClOrdID }) => ClOrdID === 'never')).toMatchObject({ OrdStatus: '8', OrdRejReason: '5' });
  const of = (id: string) => asked.filter(({ MassStatusReqID }) => MassStatusReqID === id);
  expect(of('m1').map((one) => [one.ClOrdID, one.TotNumReports, one.LastRptRequested])).toEqual([
    ['b', '2', 'N'],
    ['s', '2', 'Y'],
  ]);
  expect(of('m2').map(({ ClOrdID }) => ClOrdID)).toEqual(['s']);
  expect(of('m3')).toMatchObject([{ OrdStatus: '8', TotNumReports: '0', Text: expect.stringContaining('585') }]);
  await peer.kill();
});

test('quotes are requested, made, declined, accepted and cancelled between two sessions', async () => {
  const buyer = await newTrader();
  const dealer = await newTrader({ memberId: 'M88' });
  const instrument = [TAG.Symbol, venue.securityId] as const;
  buyer.peer.send('R', [131, 'rfq1'], [146, 1], instrument, [54, 1], [38, 50]);
  expect(await execution(buyer.peer, 'rfq1', '0')).toMatchObject({ OrderQty: '50', OrdStatus: '0' });
  dealer.peer.send('AH', [644, 'open'], [146, 1], instrument);
  const open = await dealer.peer.next(has('R', [644, 'open']));
  const request = fieldValue(open, 131) as string;
  expect(named(open)).toMatchObject({ Side: '1', OrderQty: '50' });
  const quote = (id: string, price: string) =>
    dealer.peer.send('S', [131, request], [117, id], instrument, [133, price], [135, 50]);
  quote('q1', '12');
  const first = await buyer.peer.next(has('S'));
  expect(named(first)).toMatchObject({ QuoteReqID: 'rfq1', OfferPx: '12.000000', OfferSize: '50' });
  buyer.peer.send('AJ', [693, 'r1'], [117, fieldValue(first, 117) as string], [694, 6], instrument);
  await dealer.peer.next(has('AI', [117, 'q1'], [297, 11]));
  quote('q2', '11');
  const second = await buyer.peer.next(has('S', [133, '11.000000']));
  dealer.peer.send('Z', [131, request], [117, 'q2'], [298, 1]);
  await dealer.peer.next(has('AI', [117, 'q2'], [297, 4]));
  buyer.peer.send('AJ', [693, 'r2'], [117, fieldValue(second, 117) as string], [694, 1], instrument);
  expect(named(await buyer.peer.next(has('AI', [693, 'r2'])))).toMatchObject({
    QuoteStatus: '5',
    ReasonCode: 'quote-has-another-state',
  });
  quote('q3', '10');
  const third = await buyer.peer.next(has('S', [133, '10.000000']));
  buyer.peer.send('AJ', [693, 'r3'], [117, fieldValue(third, 117) as string], [694, 1], instrument);
  expect(await execution(buyer.peer, 'rfq1', 'F')).toMatchObject({
    LastQty: '50',
    LastPx: '10.000000',
    OrdStatus: '2',
  });
  expect(named(await dealer.peer.next(has('8', [TAG.ExecType, 'F'])))).toMatchObject({
    Side: '2',
    LastPx: '10.000000',
  });
  buyer.peer.send('R', [131, 'rfq2'], [146, 1], instrument, [54, 1], [38, 0]);
  expect(named(await buyer.peer.next(has('AG')))).toMatchObject({ QuoteReqID: 'rfq2', QuoteRequestRejectReason: '99' });
  // The second of a name is refused, and the first is placed nevertheless.
  for (const timeInForce of [1, 0]) {
    buyer.peer.send('R', [131, 'rfq3'], [146, 1], instrument, [54, 1], [38, 5], [59, timeInForce]);
  }
  expect(named(await buyer.peer.next(has('AG', [131, 'rfq3'])))).toMatchObject({
    ReasonCode: 'duplicate',
    QuoteRequestRejectReason: '99',
  });
  await execution(buyer.peer, 'rfq3', '0');
  buyer.peer.send('R', [131, 'rfq4'], [146, 1], instrument, [54, 1], [38, 5], [59, 6], [432, '20351231']);
  await execution(buyer.peer, 'rfq4', '0');
  buyer.peer.send('R', [131, 'rfq5'], [146, 1], instrument, [54, 1], [38, 5], [59, 3]);
  expect(named(await buyer.peer.next(has('AG', [131, 'rfq5'])))).toMatchObject({ ReasonCode: 'unsupported' });
  const { ats_orders: orders } = await venue.operator.methods.listAtsOrders({ limit: 20 });
  const termsOf = (token: string) => orders.find((one) => one.token === token);
  expect(termsOf('rfq1')).toMatchObject({ expirationType: '2' });
  expect(termsOf('rfq3')).toMatchObject({ expirationType: '1', type: 'RFQ' });
  expect(termsOf('rfq4')).toMatchObject({ expirationType: '3', expirationDate: '2035-12-31' });
  await Promise.all([buyer.peer.quiet(), dealer.peer.quiet()]);
  await buyer.peer.kill();
  await dealer.peer.kill();
});

test('a drop copy has every report of the clients of its parent, across kills of the session', async () => {
  const parent = await newTrader();
  const key = await venue.newClient('drop-copy', parent.clientID);
  const copy = await Peer.open({ baseUrls: venue.url, key, options: { dropCopy: true, tradeReports: true } });
  parent.trader.enter('a', 'Buy', { quantity: 40, price: '30' });
  await copy.next(has('8', [TAG.ClOrdID, 'a']));
  await copy.kill();
  await counter('Sell', 15, '30');
  await execution(parent.peer, 'a', 'F');
  parent.trader.cancel(['a', 'b'], 'Buy');
  await execution(parent.peer, 'b', '4');
  await copy.start();
  await copy.next(has('8', [TAG.ExecType, '4']));
  const idsOf = (peer: Peer) =>
    peer.sent(has('8')).map((one) => [fieldValue(one, TAG.ExecID), fieldValue(one, TAG.CumQty)]);
  expect(idsOf(copy)).toEqual(idsOf(parent.peer));
  expect(copy.sent(has('8')).map(named)).toMatchObject(Array(3).fill({ PartyID: parent.clientID, PartyRole: '3' }));
  expect(copy.sent(has('AE')).map(named)).toMatchObject([{ LastQty: '15', PartyID: parent.clientID, ClOrdID: 'a' }]);
  copy.send('D', [11, 'no'], [55, venue.securityId], [54, 1], [38, 1], [40, 2], [44, '1'], [60, '20260302-14:30:00']);
  expect(named(await copy.next(has('j')))).toMatchObject({ RefMsgType: 'D', BusinessRejectReason: '3' });
  await copy.kill();
  await parent.peer.kill();
});

test('matches are reported with their busts and corrections, and notices as news', async () => {
  const { trader, peer } = await newTrader({ tradeReports: true });
  const { methods } = venue.operator;
  await counter('Sell', 20, '40');
  trader.enter('a', 'Buy', { quantity: 20, price: '40' });
  const trade = named(await peer.next(has('AE')));
  expect(trade).toMatchObject({
    TradeReportTransType: '0',
    LastQty: '20',
    LastPx: '40.000000',
    Side: '1',
    ClOrdID: 'a',
  });
  await methods.adjustTrade({
    tradeID: trade.TrdMatchID as string,
    price: '39',
    quantity: 20,
    reason: 'a wrong price',
  });
  const corrected = named(await peer.next(has('AE', [487, 2])));
  expect(corrected).toMatchObject({
    LastPx: '39.000000',
    TradeReportRefID: trade.TradeReportID,
    OrderID: trade.OrderID,
  });
  await methods.bustTrade({ tradeID: trade.TrdMatchID as string, reason: 'an example' });
  const busted = named(await peer.next(has('AE', [487, 1])));
  expect(busted).toMatchObject({ TradeReportRefID: trade.TradeReportID, ExecType: 'H', OrderID: trade.OrderID });
  await methods.sendNotice({ text: 'The venue closes at 13:00 today\nin New York', severity: 'urgent' });
  const news = await peer.next(has('B'));
  expect(named(news)).toMatchObject({ Urgency: '1', Headline: 'The venue closes at 13:00 today' });
  expect(groupsOf(news, TAG.NoLinesOfText)).toHaveLength(2);
  await peer.kill();
});

test('securities, definitions and states of markets are listed and followed', async () => {
  const { peer } = await newTrader();
  const instrument = [TAG.Symbol, venue.securityId] as const;
  peer.send('x', [320, 'l1'], [559, 4]);
  peer.send('x', [320, 'l2'], [559, 0], [TAG.Symbol, '999999']);
  peer.send('c', [320, 'd1'], [321, 0], instrument);
  peer.send('c', [320, 'd2'], [321, 0], [TAG.Symbol, '999999']);
  peer.send('e', [324, 's1'], instrument, [263, 1]);
  peer.send('e', [324, 's2'], instrument, [263, 0]);
  peer.send('e', [324, 's3'], [TAG.Symbol, '999999'], [263, 0]);
  peer.send('g', [335, 'g1'], [263, 0]);
  await peer.quiet();
  const [list] = peer.sent(has('y', [320, 'l1']));
  expect(groupsOf(list as Message, 146).map((one) => fieldValue(one, 48))).toContain(venue.securityId);
  expect(peer.sent(has('y', [320, 'l2'])).map(named)).toMatchObject([
    { SecurityRequestResult: '2', TotNoRelatedSym: '0' },
  ]);
  expect(peer.sent(has('d')).map((one) => named(one).SecurityResponseType)).toEqual(['1', '5']);
  const states = () =>
    peer
      .sent(has('f'))
      .map(named)
      .map((one) => [one.SecurityStatusReqID, one.SecurityTradingStatus]);
  expect(states().sort()).toEqual([
    ['s1', '17'],
    ['s2', '17'],
    ['s3', '20'],
  ]);
  expect(peer.sent(has('h')).map(named)).toMatchObject([{ TradSesReqID: 'g1', TradingSessionID: 'DAY' }]);
  await venue.operator.methods.haltSecurity({ securityId: venue.securityId, reason: 'News pending' });
  const halted = named(await peer.next(has('f', [326, 2])));
  expect(halted).toMatchObject({ SecurityStatusReqID: 's1', UnsolicitedIndicator: 'Y', Text: 'News pending' });
  await venue.operator.methods.resumeSecurity({ securityId: venue.securityId, reason: 'over' });
  await peer.next(has('f', [326, 17], [325, 'Y']));
  peer.send('e', [324, 's1'], instrument, [263, 2]);
  await peer.quiet();
  await venue.operator.methods.haltSecurity({ securityId: venue.securityId, reason: 'again' });
  await venue.operator.methods.resumeSecurity({ securityId: venue.securityId, reason: 'over' });
  peer.send('e', [324, 's4'], instrument, [263, 0]);
  await peer.next(has('f', [324, 's4']));
  expect(peer.sent(has('f', [TAG.Text, 'again'], [325, 'Y']))).toEqual([]);
  await peer.kill();
});

test('a security is named by its symbol, ISIN or CUSIP, and its reference data is listed and held', async () => {
  const reference = { symbol: 'EXA', isin: 'US0378331005', cusip: '037833100', currency: 'USD', lotSize: 10 } as const;
  await venue.operator.methods.updateSecurityReference({ securityId: venue.securityId, reference });
  const { peer } = await newTrader();
  const enter = (id: string, quantity: number, ...security: (readonly [number, string])[]) =>
    peer.send(
      'D',
      [11, id],
      ...security,
      [54, 1],
      [60, '20260302-14:30:00'],
      [38, quantity],
      [40, 2],
      [44, '3'],
      [59, 1],
    );
  enter('symbol', 10, [55, 'EXA']);
  enter('id', 10, [55, '[N/A]'], [48, venue.securityId]);
  enter('isin', 10, [55, '[N/A]'], [48, 'US0378331005'], [22, '4']);
  enter('cusip', 10, [55, '[N/A]'], [48, '037833100'], [22, '1']);
  enter('lot', 15, [55, 'EXA']);
  peer.send('x', [320, 'l'], [559, 4]);
  await peer.quiet();
  for (const id of ['symbol', 'id', 'isin', 'cusip']) {
    expect(await execution(peer, id, '0')).toMatchObject({ Symbol: 'EXA', SecurityID: venue.securityId });
  }
  expect(await execution(peer, 'lot', '8')).toMatchObject({ OrdRejReason: '13', ReasonCode: 'quantity-off-lot' });
  const [listed] = groupsOf(await peer.next(has('y')), 146);
  expect(named(listed as Message)).toMatchObject({ Symbol: 'EXA', Currency: 'USD', RoundLot: '10' });
  // The symbol is no longer that of the security: what names it alone is not about the security (V67).
  await venue.operator.methods.updateSecurityReference({
    securityId: venue.securityId,
    reference: { ...reference, symbol: 'EXB' },
  });
  const time = [60, '20260302-14:30:00'] as const;
  peer.send('q', [11, 'q1'], [530, 1], [55, 'EXA'], time);
  expect(named(await peer.next(has('r', [11, 'q1'])))).toMatchObject({
    MassCancelResponse: '0',
    MassCancelRejectReason: '1',
  });
  peer.send('q', [11, 'q3'], [530, 5], time);
  expect(named(await peer.next(has('r', [11, 'q3'])))).toMatchObject({ MassCancelRejectReason: '0' });
  peer.send('AF', [584, 'm1'], [585, 1], [55, 'EXA']);
  expect(named(await peer.next(has('8', [584, 'm1'])))).toMatchObject({ TotNumReports: '0' });
  peer.send('AF', [584, 'm2'], [585, 1], [48, venue.securityId]);
  expect(named(await peer.next(has('8', [584, 'm2'])))).toMatchObject({ TotNumReports: '4' });
  peer.send('q', [11, 'q2'], [530, 1], [48, venue.securityId], time);
  expect(named(await peer.next(has('r', [11, 'q2'])))).toMatchObject({ TotalAffectedOrders: '4' });
  await peer.kill();
});

test('orders are cancelled when the peer stays disconnected, and when the session is lost', async () => {
  const { trader, peer } = await newTrader({ cancelOnDisconnect: { seconds: 5 } });
  trader.enter('a', 'Buy', { quantity: 10, price: '5' });
  await execution(peer, 'a', '0');
  await peer.kill();
  await peer.start();
  expect(await execution(peer, 'a', '4')).toMatchObject({ ReasonCode: 'connection-lost' });
  await peer.kill();
});

test('an order that cannot be sent in time is refused, and never comes later', async () => {
  const key = await venue.newClient('trading');
  const peer = await Peer.open({ baseUrls: venue.url, key });
  const trader = new Trader(peer, venue.securityId);
  await venue.server.kill();
  // A second before its time is over.
  peer.ageMs = 59_000;
  trader.enter('a', 'Buy', { quantity: 10, price: '5' });
  expect(await execution(peer, 'a', '8')).toMatchObject({ OrdRejReason: '8', ReasonCode: 'stale' });
  await venue.restart();
  peer.ageMs = 0;
  trader.enter('b', 'Buy', { quantity: 10, price: '5' });
  await execution(peer, 'b', '0');
  const { ats_orders } = await venue.api(key).methods.listAtsOrders({ limit: 10 });
  expect(ats_orders.map(({ token }) => token)).toEqual(['b']);
  await peer.kill();
});
