import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { ACCOUNT, AWAITING_SECURITY, HAPPENED, ORDER, OWNER, ok, refused, SECURITY, TRADER } from './fixtures.ts';
import { enter, offer, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const LIVE_BID = { id: '100100', securityId: String(SECURITY), orderId: '100100', action: 'Bid', orderStatus: 'Live' };

describe('createOrder', () => {
  test.each([
    ['header', 'form'],
    ['header', 'json'],
    ['body', 'form'],
    ['body', 'json'],
  ] as const)('takes an order, credentials in the %s, sent as %s', async (credentials, encoding) => {
    const reply = await venue.post(TRADER, 'createOrder', ORDER, { credentials, encoding });
    expect(reply).toEqual({ http: 200, replayed: null, body: ok({ orderDetails: LIVE_BID }) });
    expect(venue.exchange.order(100100 as OrderId)).toEqual({
      orderId: 100100,
      ticket: {
        clientId: TRADER,
        securityId: SECURITY,
        memberId: '5001',
        accountId: null,
        type: 'Limit',
        side: 'buy',
        token: null,
        disclosed: true,
        solicited: false,
        expiration: 'GTC',
        expirationDate: null,
        ip: '127.0.0.1',
      },
      issuerId: 7001,
      inSession: true,
      createdAt: venue.clock.nowUs(),
      price: 10_250_000,
      quantity: 100,
      remaining: 100,
      executed: 0,
      contingency: 'None',
      minimum: 0,
      status: 'Live',
      updatedAt: venue.clock.nowUs(),
      reason: null,
      ended: null,
      held: null,
      selfTrade: 'None',
    });
  });

  test('refuses wrong credentials in both places', async () => {
    const wrong = { statusCode: '103', statusDesc: 'The client id or developer key is not valid' };
    for (const credentials of ['header', 'body'] as const) {
      const reply = await venue.post(TRADER, 'createOrder', ORDER, { credentials, key: 'wrong' });
      expect(reply).toEqual({ http: 401, replayed: null, body: wrong });
    }
    expect(venue.exchange.order(100100 as OrderId)).toBeUndefined();
  });

  test('takes JSON numbers, and values of its sets in any case', async () => {
    const json = {
      ...ORDER,
      issuerid: 7001,
      securityid: SECURITY,
      memberid: 5001,
      type: 'LIMIT',
      action: 'sell',
      quantity: 7,
      price: 10.000001,
      expiration: 'day',
      disclosePrice: 'no',
      solicited: 'SOLICITED',
      contingencies: 'all OR none',
    };
    const { body } = await venue.post(TRADER, 'createOrder', json, { encoding: 'json' });
    expect(body).toEqual(ok({ orderDetails: { ...LIVE_BID, action: 'Offer' } }));
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({
      ticket: { memberId: '5001', side: 'sell', expiration: 'Day', disclosed: false, solicited: true },
      quantity: 7,
      price: 10_000_001,
      contingency: 'All or None',
    });
  });

  test.each([
    ['0.000001', 1],
    ['0.1', 100_000],
    ['10.250000', 10_250_000],
    ['00010.25', 10_250_000],
    ['1.10000000', 1_100_000],
    ['999999999.999999', 999_999_999_999_999],
    ['1000000000', 1_000_000_000_000_000],
    [0.000001, 1],
    [0.1, 100_000],
    [1.1, 1_100_000],
    [123456789.123456, 123_456_789_123_456],
    [1e9, 1_000_000_000_000_000],
  ])('keeps the price %s exactly', async (price, millionths) => {
    await venue.post(TRADER, 'createOrder', { ...ORDER, price }, { encoding: 'json' });
    expect(venue.exchange.order(100100 as OrderId)?.price).toBe(millionths);
  });

  test.each(['1', '1000000000', '0007'])('takes the quantity %s', async (quantity) => {
    const { body } = await enter({ quantity });
    expect(body).toEqual(ok({ orderDetails: LIVE_BID }));
    expect(venue.exchange.order(100100 as OrderId)?.quantity).toBe(Number(quantity));
  });

  test('echoes the token only when one was sent, and ignores a status that the caller sends', async () => {
    const sent = { ...ORDER, token: 'mine <1>', orderStatus: 'Executed', status: 'Executed' };
    const { body, ignored } = await venue.post(TRADER, 'createOrder', sent);
    expect(body).toEqual(ok({ orderDetails: { ...LIVE_BID, token: 'mine <1>' } }));
    expect(ignored).toBe('status, orderStatus');
    const blank = await enter({ token: '' });
    expect(blank.body).toEqual(ok({ orderDetails: { ...LIVE_BID, id: '100200', orderId: '100200' } }));
  });

  test('answers Pending while the security awaits approval or wants each order approved', async () => {
    const pending = { ...LIVE_BID, orderStatus: 'Pending' };
    const awaiting = await enter({ securityid: String(AWAITING_SECURITY) });
    expect(awaiting.body).toEqual(ok({ orderDetails: { ...pending, securityId: String(AWAITING_SECURITY) } }));
    await venue.post(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'Yes' });
    const { body } = await venue.post(TRADER, 'createOrder', ORDER);
    expect(body).toEqual(ok({ orderDetails: { ...pending, id: '100200', orderId: '100200' } }));
  });

  test('answers as it was accepted, before its matches', async () => {
    await offer();
    const { body } = await venue.post(TRADER, 'createOrder', ORDER);
    expect(body).toEqual(ok({ orderDetails: { ...LIVE_BID, id: '100200', orderId: '100200' } }));
    expect(venue.exchange.order(100200 as OrderId)?.status).toBe('Executed');
  });

  test('takes an RFQ order with a price of 0', async () => {
    const { body } = await enter({ type: 'rfq', price: '0' });
    expect(body).toEqual(ok({ orderDetails: LIVE_BID }));
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({ ticket: { type: 'RFQ' }, price: 0 });
  });

  test('cancels what an IOC order cannot trade at once', async () => {
    await offer({ quantity: '30' });
    const ioc = { ...ORDER, expiration: 'IOC' };
    await venue.post(TRADER, 'createOrder', { ...ioc, contingencies: 'All or None' });
    expect(venue.exchange.order(100200 as OrderId)).toMatchObject({ status: 'Cancelled', remaining: 100 });
    await venue.post(TRADER, 'createOrder', ioc);
    expect(venue.exchange.order(100300 as OrderId)).toMatchObject({
      status: 'Partially Executed & Cancelled',
      remaining: 70,
    });
  });

  test('takes an expiration date of today, US Eastern, and one with the market closed', async () => {
    // 23:30 on Sunday in New York is already Monday in UTC.
    venue.clock.moveTo('2026-03-09T03:30:00Z');
    const other = { ...ORDER, expiration: 'Other', expirationDate: '2026-03-08' };
    const { body } = await venue.post(TRADER, 'createOrder', other);
    expect(body).toEqual(ok({ orderDetails: LIVE_BID }));
    const expected = { ticket: { expiration: 'Other', expirationDate: '2026-03-08' }, inSession: false };
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject(expected);
    await venue.post(TRADER, 'createOrder', { ...other, expirationDate: '03-31-2026' });
    expect(venue.exchange.order(100200 as OrderId)?.ticket.expirationDate).toBe('2026-03-31');
  });

  test('ignores expirationDate and minimumThreshold where they have no meaning, whatever they are', async () => {
    const fields = { ...ORDER, expirationDate: '0000-00-00', minimumThreshold: 'x', contingencies: '' };
    const { body, ignored } = await venue.post(TRADER, 'createOrder', fields);
    expect(body).toEqual(ok({ orderDetails: LIVE_BID }));
    expect(ignored).toBe('expirationDate, minimumThreshold');
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({
      ticket: { expirationDate: null },
      minimum: 0,
      contingency: 'None',
    });
  });

  test('refuses what it would otherwise leave out, with the nearest field (C9)', async () => {
    const misspelt = { ...ORDER, hiddenReserve: 'Yes', contingency: 'All or None' };
    const { body } = await venue.post(TRADER, 'createOrder', misspelt);
    const near = 'contingency&nbsp;&nbsp;: is not known; the nearest is contingencies';
    expect(body).toEqual(refused(106, `<br />hiddenReserve&nbsp;&nbsp;: is not known<br />${near}`));
    expect(venue.exchange.order(100100 as OrderId)).toBeUndefined();
  });

  test('takes a minimum from 1 to the quantity', async () => {
    const minimum = { ...ORDER, contingencies: 'Minimum Quantity' };
    await venue.post(TRADER, 'createOrder', { ...minimum, minimumThreshold: '1' });
    await venue.post(TRADER, 'createOrder', { ...minimum, minimumThreshold: '100' });
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({ contingency: 'Minimum Quantity', minimum: 1 });
    expect(venue.exchange.order(100200 as OrderId)).toMatchObject({ contingency: 'Minimum Quantity', minimum: 100 });
  });

  test('takes an account of the client, whether the answer is at hand or not', async () => {
    for (const delayed of [false, true]) {
      venue.accounts.delayed = delayed;
      await enter({ accountid: ACCOUNT });
    }
    expect(venue.exchange.order(100100 as OrderId)?.ticket.accountId).toBe(ACCOUNT);
    expect(venue.exchange.order(100200 as OrderId)?.ticket.accountId).toBe(ACCOUNT);
  });

  test('asks the database for nothing when the order is right', async () => {
    await enter({ accountid: ACCOUNT });
    expect(venue.reference.queries).toBe(0);
  });

  test('fires its webhook with every success, and none with a refusal', async () => {
    const fields = { ...ORDER, accountid: ACCOUNT, token: 'mine', action: 'Sell' };
    await venue.post(TRADER, 'createOrder', fields);
    await venue.post(TRADER, 'createOrder', ORDER);
    await enter({ quantity: '0' });
    const common = { securityId: String(SECURITY), memberId: '5001', type: 'Limit', orderStatus: 'Live' };
    const numbers = { quantity: '100.000000', price: '10.250000' };
    const first = { id: '100100', orderId: '100100', accountId: ACCOUNT, action: 'Offer', token: 'mine' };
    const second = { id: '100200', orderId: '100200', accountId: null, action: 'Bid', token: null };
    expect(venue.webhooks).toEqual([
      { clientId: TRADER, method: 'createOrder', fields: { ...common, ...numbers, ...first, ...HAPPENED } },
      { clientId: TRADER, method: 'createOrder', fields: { ...common, ...numbers, ...second, ...HAPPENED } },
    ]);
  });

  test('keeps the order of the pipelined requests of a connection', async () => {
    const replies = await venue.pipeline(TRADER, [
      ['createOrder', { ...ORDER, token: 'first' }],
      ['createOrder', { ...ORDER, token: 'second' }],
      ['cancelOrder', { orderid: '100100' }],
    ]);
    const second = { ...LIVE_BID, id: '100200', orderId: '100200', token: 'second' };
    expect(replies).toEqual([
      ok({ orderDetails: { ...LIVE_BID, token: 'first' } }),
      ok({ orderDetails: second }),
      ok({ orderStatus: 'Cancelled' }),
    ]);
  });

  test('keeps that order when the account of the first must be looked up', async () => {
    venue.accounts.holdNext = true;
    await venue.pipeline(TRADER, [
      ['createOrder', { ...ORDER, accountid: ACCOUNT, token: 'first' }],
      ['createOrder', { ...ORDER, accountid: ACCOUNT, token: 'second' }],
    ]);
    expect(venue.exchange.order(100100 as OrderId)?.ticket.token).toBe('first');
    expect(venue.exchange.order(100200 as OrderId)?.ticket.token).toBe('second');
  });
});
