/** The methods of reference data (V66), and orders by symbol (V67). */
import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import {
  AWAITING_SECURITY,
  type Caller,
  ENDED_SECURITY,
  type Fields,
  faulty,
  ISSUER,
  OPERATOR,
  ORDER,
  OTHER_ISSUER,
  OTHER_SECURITY,
  OTHER_TRADER,
  OWNER,
  ok,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (method: string, fields: Fields = {}, caller: Caller = TRADER) =>
  (await venue.post(caller, method, fields, { encoding: 'json' })).body as Fields;
const update = (reference: Fields, over: Fields = {}, caller: Caller = OPERATOR) =>
  call('updateSecurityReference', { securityId: SECURITY, reference, ...over }, caller);
const read = (named: Fields = { securityId: SECURITY }) => call('getSecurityReference', named);

const DOCUMENT = {
  symbol: 'EXM.A',
  isin: 'US0378331005',
  cusip: '037833100',
  figi: 'BBG000B9XRY4',
  currency: 'USD',
  tickSizes: [
    { from: '0.000000', tick: '0.000100' },
    { from: '1.000000', tick: '0.010000' },
  ],
  lotSize: 10,
  minimumQuantity: 20,
  maximumQuantity: 5000,
  priceCollar: '12.500000',
};
const NOTHING = { version: 0, reference: {}, symbols: [] };

describe('the document', () => {
  test('is shown as it can be sent again, with its versions, and the whole of it is replaced', async () => {
    expect(await read()).toEqual(ok({ securityReference: { securityId: String(SECURITY), ...NOTHING } }));
    const first = { version: 1, updatedDate: '2026-03-02 15:00:00', reference: DOCUMENT };
    const symbols = [{ symbol: 'EXM.A', from: '2026-03-02 15:00:00', to: null }];
    const expected = ok({ securityReference: { securityId: String(SECURITY), ...first, symbols } });
    expect(await update({ ...DOCUMENT, symbol: 'exm.a' })).toEqual(expected);
    expect(await read()).toEqual(expected);
    expect(await read({ symbol: 'exm.A' })).toEqual(expected);
    const { reference } = (await read()).securityReference as { reference: Fields };
    expect(await update(reference)).toMatchObject({ securityReference: { version: 2, reference: DOCUMENT, symbols } });
    expect(await update({ lotSize: 5 })).toMatchObject({
      securityReference: { version: 3, reference: { lotSize: 5 } },
    });
    expect(await read({ symbol: 'EXM.A' })).toEqual(refused(138, 'there is no such security'));
  });

  test('is of the operator alone; all read it; a form sends it as JSON', async () => {
    for (const caller of [TRADER, OWNER] as const) {
      expect(await update({}, {}, caller)).toMatchObject({ statusCode: '111' });
    }
    const sent = { securityId: SECURITY, reference: JSON.stringify(DOCUMENT) };
    expect((await venue.post(OPERATOR, 'updateSecurityReference', sent)).body).toMatchObject({ statusCode: '101' });
    expect(await call('getSecurityReference', { securityid: SECURITY }, OWNER)).toMatchObject({
      securityReference: { reference: DOCUMENT },
    });
  });

  test.each<[string, Fields, string]>([
    ['an unknown field', { simbol: 'A' }, 'has the unknown field "simbol"'],
    [
      'a symbol',
      { symbol: '1A' },
      'field "symbol" must be a letter, then at most 15 letters, digits, dots and hyphens',
    ],
    [
      'a long symbol',
      { symbol: 'A'.repeat(17) },
      'field "symbol" must be a letter, then at most 15 letters, digits, dots and hyphens',
    ],
    ['an ISIN', { isin: 'US0378331006' }, 'field "isin" has a wrong check digit for an ISIN'],
    ['a CUSIP', { cusip: '037833101' }, 'field "cusip" has a wrong check digit for a CUSIP'],
    ['a FIGI', { figi: 'BBG000B9XRY5' }, 'field "figi" has a wrong check digit for a FIGI'],
    ['a CUSIP of another ISIN', { isin: 'US0378331005', cusip: '594918104' }, 'field "cusip" is not that of isin'],
    ['a currency', { currency: 'EUR' }, 'field "currency" must be one of USD'],
    [
      'bands that do not begin at 0',
      { tickSizes: [{ from: '1', tick: '1' }] },
      'field "tickSizes" must rise from 0, each band from a multiple of its tick',
    ],
    [
      'bands that fall',
      {
        tickSizes: [
          { from: 0, tick: 1 },
          { from: 0, tick: 1 },
        ],
      },
      'field "tickSizes" must rise from 0, each band from a multiple of its tick',
    ],
    [
      'no tick',
      { tickSizes: [{ from: 0, tick: 0 }] },
      'field "tickSizes" must rise from 0, each band from a multiple of its tick',
    ],
    [
      'a band between ticks',
      {
        tickSizes: [
          { from: 0, tick: 1 },
          { from: 3, tick: 2 },
        ],
      },
      'field "tickSizes" must rise from 0, each band from a multiple of its tick',
    ],
    [
      'too many bands',
      { tickSizes: Array.from({ length: 21 }, (_, from) => ({ from, tick: 1 })) },
      'field "tickSizes" must not have more than 20 items',
    ],
    [
      'a tick of seven decimals',
      { tickSizes: [{ from: 0, tick: '0.0000001' }] },
      'field "tickSizes" item 0 field "tick" must not have more than 6 decimals',
    ],
    ['a lot of nothing', { lotSize: 0 }, 'field "lotSize" must be from 1 to 1000000000'],
    [
      'a minimum above the maximum',
      { minimumQuantity: 2, maximumQuantity: 1 },
      'fields "minimumQuantity", "maximumQuantity" and "lotSize" leave no number of shares',
    ],
    [
      'no lot between them',
      { lotSize: 7, minimumQuantity: 8, maximumQuantity: 13 },
      'fields "minimumQuantity", "maximumQuantity" and "lotSize" leave no number of shares',
    ],
    ['a collar', { priceCollar: '-1' }, 'field "priceCollar" must be from 0 to 1000'],
  ])('%s that is wrong is named, and changes nothing', async (_, reference, reason) => {
    expect(await update(reference)).toEqual(faulty('reference', reason));
    expect(await read()).toMatchObject({ securityReference: NOTHING });
  });

  test('another version, a symbol of another security and an unknown security are refused', async () => {
    await update({ symbol: 'ABC' }, { expectedVersion: 0 });
    expect(await update({}, { expectedVersion: 0 })).toEqual(
      refused(190, 'the reference data of the security has another version by now'),
    );
    expect(await update({ symbol: 'abc' }, { securityId: OTHER_SECURITY })).toEqual(
      refused(190, 'another security has the symbol'),
    );
    expect(await update({}, { securityId: 4711 })).toEqual(refused(138, 'there is no such security'));
    expect(await read({})).toEqual(faulty('securityId', 'Missing'));
    expect(await read({ securityId: SECURITY, symbol: 'ABC' })).toEqual(
      faulty('symbol', 'is sent in place of the id of the security'),
    );
  });

  test('is shown with the security, and its symbol wherever the security is', async () => {
    await update(DOCUMENT);
    await call('createOrder', { ...ORDER, price: '10.25', beyondCollar: 'Yes' });
    const found = { reference: DOCUMENT };
    expect(await call('getSecurities', { name: 'exm.' })).toMatchObject({ securities: [found] });
    expect(await call('getSecurities', { name: 'Other' })).not.toHaveProperty('securities.0.reference');
    expect(await call('getDepth', { securityId: SECURITY })).toMatchObject({ depth: { symbol: 'EXM.A' } });
    expect(await call('getDepth', { securityId: OTHER_SECURITY })).not.toHaveProperty('depth.symbol');
    expect(await call('getTops')).toMatchObject({
      tops: expect.arrayContaining([expect.objectContaining({ symbol: 'EXM.A' })]),
    });
  });
});

test('orders and trades are listed with the symbol of this moment', async () => {
  await call('createOrder', ORDER);
  await call('createOrder', { ...ORDER, action: 'Sell' }, OTHER_TRADER);
  const items = async (path: string) => {
    const { body } = await venue.get(TRADER, path);
    const { ats_orders, ats_trades } = body as { ats_orders?: Fields[]; ats_trades?: Fields[] };
    return (ats_orders ?? ats_trades)!;
  };
  for (const path of ['ats/orders', 'ats/trades']) expect(await items(path)).not.toHaveProperty('0.symbol');
  await update({ symbol: 'ABC' });
  for (const path of ['ats/orders', 'ats/trades']) expect(await items(path)).toMatchObject([{ symbol: 'ABC' }]);
  const [{ orderId }] = (await items('ats/orders')) as [{ orderId: string }];
  const [{ tradeId }] = (await items('ats/trades')) as [{ tradeId: string }];
  const named = { symbol: 'ABC' };
  expect((await venue.get(TRADER, `ats/orders/${orderId}`)).body).toMatchObject({ ats_order: named });
  expect((await venue.get(TRADER, `ats/trades/${tradeId}`)).body).toMatchObject({ ats_trade: named });
});

describe('orders by symbol (V67)', () => {
  const { issuerid: _, securityid: __, ...UNNAMED } = ORDER;
  const by = (symbol: unknown, over: Fields = {}) => ({ ...UNNAMED, symbol, ...over });
  const methods = ['createOrder', 'validateOrder'];

  test.each(methods)('%s takes the symbol in place of the security, with or without its issuer', async (method) => {
    await update({ symbol: 'ABC' });
    const placed = { statusCode: '101', orderDetails: { securityId: String(SECURITY), orderStatus: 'Live' } };
    expect(await call(method, by('ABC'))).toMatchObject(placed);
    expect(await call(method, by('abc', { issuerid: ISSUER }))).toMatchObject(placed);
    expect(await call(method, by('ABC', { issuerid: OTHER_ISSUER }))).toMatchObject({ statusCode: '162' });
    expect(await call(method, by('ABC', { issuerid: 4711 }))).toMatchObject({ statusCode: '136' });
    expect(await call(method, by('ABCD'))).toEqual(refused(138, 'there is no such security'));
    expect(await call(method, by('A B'))).toMatchObject({ statusCode: '106' });
    expect(await call(method, by('ABC', { securityid: SECURITY }))).toEqual(
      faulty('symbol', 'is sent in place of the id of the security'),
    );
    // The form of the other fields comes first (V7).
    expect(await call(method, by('ABCD', { price: '0' }))).toMatchObject({ statusCode: '106' });
    const { securityid: _security, ...withoutSecurity } = ORDER;
    expect(await call(method, withoutSecurity)).toEqual(faulty('securityid', 'Missing'));
    const { issuerid: _issuer, ...withoutIssuer } = ORDER;
    expect(await call(method, withoutIssuer)).toEqual(faulty('issuerid', 'Missing'));
  });

  test('a security that has ended is named by its symbol, and refuses', async () => {
    await update({ symbol: 'OLD' }, { securityId: ENDED_SECURITY });
    await update({ symbol: 'NEW' }, { securityId: AWAITING_SECURITY });
    expect(await call('createOrder', by('OLD'))).toMatchObject({ statusCode: '162' });
    expect(await call('createOrder', by('NEW'))).toMatchObject({ orderDetails: { orderStatus: 'Pending' } });
  });

  test('a symbol names the security that has it now; a repeated key answers as before', async () => {
    await update({ symbol: 'ABC' });
    const once = { encoding: 'json', idempotencyKey: 'once' } as const;
    const first = await venue.post(TRADER, 'createOrder', by('ABC'), once);
    await update({});
    await update({ symbol: 'ABC' }, { securityId: OTHER_SECURITY });
    const second = await venue.post(TRADER, 'createOrder', by('ABC'), once);
    expect(second).toEqual({ ...first, replayed: 'true' });
    expect(await call('createOrder', by('ABC'))).toMatchObject({
      orderDetails: { securityId: String(OTHER_SECURITY) },
    });
  });
});

describe('the rules (V68)', () => {
  const enter = (over: Fields) => call('createOrder', { ...ORDER, ...over });

  test.each<[string, Fields, Fields, string, string]>([
    ['tickSize', { tickSizes: [{ from: 0, tick: '0.05' }] }, { price: '10.26' }, '0.050000', '10.260000'],
    ['lotSize', { lotSize: 50 }, { quantity: 75 }, '50', '75'],
    ['minimumQuantity', { minimumQuantity: 100 }, { quantity: 99 }, '100', '99'],
    ['maximumQuantity', { maximumQuantity: 100 }, { quantity: 101 }, '100', '101'],
  ])('%s refuses, and says by how much', async (name, rule, odd, value, said) => {
    await update(rule);
    const expected = { statusCode: '190', limit: { name, of: 'security', value, order: said } };
    expect(await enter(odd)).toMatchObject(expected);
    expect(await call('validateOrder', { ...ORDER, ...odd })).toMatchObject(expected);
    expect(await enter({})).toMatchObject({ statusCode: '101' });
  });

  test('priceCollar lies around the reference price; beyondCollar takes the price, and is shown', async () => {
    await call('setReferencePrice', { securityid: SECURITY, price: '10' }, OPERATOR);
    await update({ priceCollar: '10' });
    const limit = {
      name: 'priceCollar',
      of: 'security',
      value: '10.000000 percent',
      order: '11.010000',
      used: '10.000000',
    };
    expect(await enter({ price: '11.01' })).toEqual({
      statusCode: '190',
      statusDesc: expect.any(String),
      reasonCode: 'price-outside-collar',
      'Error(s)': 'priceCollar of the security is 10.000000 percent: the order has 11.010000 around 10.000000',
      limit,
    });
    expect(await enter({ price: '11', beyondCollar: 'No' })).toMatchObject({ statusCode: '101' });
    const taken = await enter({ price: '11.01', beyondCollar: 'Yes' });
    expect(taken).toMatchObject({ statusCode: '101', orderDetails: { beyondCollar: 'Yes' } });
    const { orderId } = taken.orderDetails as { orderId: string };
    expect(venue.exchange.order(Number(orderId) as OrderId)?.ticket.optional).toEqual({ beyondCollar: true });
    const replaced = { orderid: orderId, price: '15' };
    expect(await call('replaceOrder', replaced)).toMatchObject({ orderDetails: { beyondCollar: 'Yes' } });
    expect(await call('replaceOrder', { ...replaced, beyondCollar: 'Yes' })).toMatchObject({ statusCode: '106' });
    expect(await enter({ price: '11.01', beyndCollar: 'Yes' })).toMatchObject({
      statusCode: '106',
      'Error(s)': expect.stringContaining('the nearest is beyondCollar'),
    });
  });
});
