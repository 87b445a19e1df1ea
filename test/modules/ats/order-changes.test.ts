import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import {
  AWAITING_SECURITY,
  type Caller,
  type Fields,
  faulty,
  HAPPENED,
  ISSUER,
  NOT_FOUND,
  OPERATOR,
  ORDER,
  OTHER_ISSUER,
  OTHER_TRADER,
  OWNER,
  ok,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { enter, FIRST, offer, openForEachTest, SECOND, venue } from './venue-for-each-test.ts';

openForEachTest();
const TERMINAL = refused(190, 'the order is no longer live');

const decide = (fields: Fields, caller: Caller = OWNER) =>
  venue.post(caller, 'updateOrder', { orderid: FIRST, issuerid: ISSUER, orderStatus: 'Live', ...fields });

/** TRADER's first order ends, by a match with OTHER_TRADER's. */
async function executed(): Promise<void> {
  await enter();
  await offer();
}

describe('cancelOrder', () => {
  const cancel = (orderid: unknown, caller: typeof TRADER | typeof OTHER_TRADER | typeof OPERATOR = TRADER) =>
    venue.post(caller, 'cancelOrder', { orderid });

  test.each(['form', 'json'] as const)('cancels a live order, sent as %s', async (encoding) => {
    await enter();
    venue.webhooks.length = 0;
    const reply = await venue.post(TRADER, 'cancelOrder', { orderid: FIRST }, { encoding, credentials: 'body' });
    expect(reply).toEqual({ http: 200, replayed: null, body: ok({ orderStatus: 'Cancelled' }) });
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Cancelled');
    const fields = { orderid: FIRST, orderStatus: 'Cancelled', ...HAPPENED };
    expect(venue.webhooks).toEqual([{ clientId: TRADER, method: 'cancelOrder', fields }]);
  });

  test('cancels a Pending order, and reports Cancelled after a partial fill', async () => {
    await enter({ securityid: AWAITING_SECURITY });
    expect((await cancel(FIRST)).body).toEqual(ok({ orderStatus: 'Cancelled' }));
    await enter();
    await offer({ quantity: '40' });
    expect((await cancel(SECOND)).body).toEqual(ok({ orderStatus: 'Cancelled' }));
    expect(venue.exchange.order(100200 as OrderId)).toMatchObject({ status: 'Cancelled', remaining: 60 });
  });

  test('answers unknown and foreign orders alike, and leaves them as they are', async () => {
    await enter();
    const answers = [
      await cancel(FIRST, OTHER_TRADER),
      await cancel(FIRST, OPERATOR),
      await cancel('999999'),
      await cancel('123.4'),
      await cancel('0'),
    ];
    for (const answer of answers) expect(answer).toEqual({ http: 200, replayed: null, body: NOT_FOUND });
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Live');
    expect(venue.webhooks.filter(({ method }) => method === 'cancelOrder')).toEqual([]);
  });

  test('refuses terminal orders, also those that only the history has, and still hides foreign ones', async () => {
    await executed();
    expect((await cancel(FIRST)).body).toEqual(TERMINAL);
    venue.project();
    expect(venue.exchange.order(100100 as OrderId)).toBeUndefined();
    expect((await cancel(FIRST)).body).toEqual(TERMINAL);
    expect((await cancel(FIRST, OTHER_TRADER)).body).toEqual(NOT_FOUND);
  });

  test('names what is missing or malformed', async () => {
    expect((await cancel('')).body).toEqual(faulty('orderid', 'Missing'));
    expect((await cancel('abc')).body).toEqual(faulty('orderid', 'only numbers are allowed'));
  });
});

describe('replaceOrder', () => {
  const replace = (fields: Fields, caller: typeof TRADER | typeof OTHER_TRADER = TRADER) =>
    venue.post(caller, 'replaceOrder', { orderid: FIRST, ...fields });
  const details = { id: FIRST, securityId: String(SECURITY), orderId: FIRST, action: 'Bid', orderStatus: 'Live' };

  test('keeps the priority with a smaller quantity, loses it with any other change (M10)', async () => {
    await enter({ token: 'mine' });
    const orderDetails = { ...details, token: 'mine' };
    expect((await replace({ quantity: '60' })).body).toEqual(ok({ orderDetails, lostPriority: 'No' }));
    expect((await replace({ quantity: '61' })).body).toEqual(ok({ orderDetails, lostPriority: 'Yes' }));
    expect((await replace({ price: '10.3' })).body).toEqual(ok({ orderDetails, lostPriority: 'Yes' }));
    const minimum = { contingencies: 'minimum quantity', minimumThreshold: '5' };
    expect((await replace(minimum)).body).toEqual(ok({ orderDetails, lostPriority: 'Yes' }));
    expect((await replace({ minimumThreshold: '6' })).body).toEqual(ok({ orderDetails, lostPriority: 'Yes' }));
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({
      quantity: 61,
      remaining: 61,
      price: 10_300_000,
      contingency: 'Minimum Quantity',
      minimum: 6,
    });
  });

  test('fires its webhook', async () => {
    await enter();
    venue.webhooks.length = 0;
    await replace({ quantity: '60' });
    const fields = { ...details, token: null, lostPriority: 'No', ...HAPPENED };
    expect(venue.webhooks).toEqual([{ clientId: TRADER, method: 'replaceOrder', fields }]);
  });

  test('takes the new quantity as the total, which must exceed what is filled', async () => {
    await enter();
    await offer({ quantity: '40' });
    expect((await replace({ quantity: '40' })).body).toEqual(faulty('quantity', 'must exceed what is already filled'));
    const orderDetails = { ...details, orderStatus: 'Partially Executed' };
    expect((await replace({ quantity: '41' })).body).toEqual(ok({ orderDetails, lostPriority: 'No' }));
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({ quantity: 41, remaining: 1 });
  });

  test.each<[Fields, string, string]>([
    [{}, 'quantity', 'Missing, as are price, contingencies, minimumThreshold, newToken, displayQuantity'],
    [{ quantity: '101', price: '' }, 'price', 'must not be empty'],
    [{ orderid: 'x', quantity: '1' }, 'orderid', 'only numbers are allowed'],
    [{ quantity: '0' }, 'quantity', 'must be from 1 to 1000000000'],
    [{ quantity: '1e3' }, 'quantity', 'must be a whole number'],
    [{ price: '0' }, 'price', 'must be above 0 for a Limit order'],
    [{ price: '1.1234567' }, 'price', 'must not have more than 6 decimals'],
    [{ contingencies: 'Some' }, 'contingencies', 'must be one of None, All or None, Minimum Quantity'],
    [{ contingencies: 'Minimum Quantity' }, 'minimumThreshold', 'must be from 1 to the quantity'],
    [
      { contingencies: 'Minimum Quantity', minimumThreshold: '101' },
      'minimumThreshold',
      'must be from 1 to the quantity',
    ],
    [{ contingencies: 'Minimum Quantity', minimumThreshold: '1.5' }, 'minimumThreshold', 'must be a whole number'],
  ])('refuses %j, naming %s', async (fields, field, reason) => {
    await enter();
    expect((await replace(fields)).body).toEqual(faulty(field, reason));
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({
      quantity: 100,
      price: 10_250_000,
      contingency: 'None',
    });
  });

  test('refuses a quantity below the minimum that the order has', async () => {
    await enter({ contingencies: 'Minimum Quantity', minimumThreshold: '50' });
    expect((await replace({ quantity: '49' })).body).toEqual(
      faulty('minimumThreshold', 'must be from 1 to the quantity'),
    );
  });

  test('ignores minimumThreshold with another contingency', async () => {
    await enter({ contingencies: 'Minimum Quantity', minimumThreshold: '50' });
    const reply = await replace({ contingencies: 'All or None', minimumThreshold: 'x' });
    expect(reply.body).toEqual(ok({ orderDetails: details, lostPriority: 'Yes' }));
    expect(venue.exchange.order(100100 as OrderId)).toMatchObject({ contingency: 'All or None', minimum: 0 });
  });

  test('answers unknown and foreign orders alike, and refuses terminal ones', async () => {
    await executed();
    expect((await replace({ quantity: '5' })).body).toEqual(TERMINAL);
    expect((await replace({ quantity: '5' }, OTHER_TRADER)).body).toEqual(NOT_FOUND);
    expect((await replace({ orderid: '999999', quantity: '5' })).body).toEqual(NOT_FOUND);
  });
});

describe('updateOrder', () => {
  const details = { id: FIRST, securityId: String(SECURITY), orderId: FIRST, action: 'Bid' };

  beforeEach(async () => {
    await venue.post(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'Yes' });
    await enter({ token: 'mine' });
  });

  test('approves: the order goes live, and its token stays with its client', async () => {
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Pending');
    expect((await decide({ orderStatus: 'live' })).body).toEqual(
      ok({ orderDetails: { ...details, orderStatus: 'Live' } }),
    );
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Live');
  });

  test('refuses: the order is Not Approved for good', async () => {
    const reply = await decide({ orderStatus: 'Not Approved', reason: 'Example reason' });
    expect(reply.body).toEqual(ok({ orderDetails: { ...details, orderStatus: 'Not Approved' } }));
    expect((await decide({})).body).toEqual(TERMINAL);
    venue.project();
    expect((await decide({})).body).toEqual(TERMINAL);
    expect((await venue.post(TRADER, 'cancelOrder', { orderid: FIRST })).body).toEqual(TERMINAL);
  });

  test("shows the owner the token of the owner's own order", async () => {
    await enter({ token: 'own' }, OWNER);
    const own = { ...details, id: SECOND, orderId: SECOND, orderStatus: 'Live', token: 'own' };
    expect((await decide({ orderid: SECOND })).body).toEqual(ok({ orderDetails: own }));
  });

  test('gives the priority of the moment of approval', async () => {
    await enter({ token: 'second' });
    await decide({ orderid: SECOND });
    await decide({});
    await offer({ quantity: '100' });
    await decide({ orderid: '100300' });
    expect(venue.exchange.order(100200 as OrderId)?.status).toBe('Executed');
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Live');
  });

  test('does not fire the webhook of its name: the venue does, for every change', async () => {
    venue.webhooks.length = 0;
    await decide({});
    expect(venue.webhooks).toEqual([]);
  });

  test('refuses an order that does not wait', async () => {
    await decide({});
    expect((await decide({})).body).toEqual(refused(190, 'the order does not await approval'));
  });

  test('is for the client that owns the offering: for all others the order does not exist', async () => {
    for (const caller of [TRADER, OPERATOR] as const) expect((await decide({}, caller)).body).toEqual(NOT_FOUND);
    expect((await decide({ orderid: '999999' })).body).toEqual(NOT_FOUND);
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Pending');
  });

  test('wants the issuer of the security', async () => {
    const misfit = refused(162, 'the offering is not one of the issuer, or not on the venue');
    expect((await decide({ issuerid: OTHER_ISSUER })).body).toEqual(misfit);
    expect((await decide({ issuerid: '99' })).body).toEqual(refused(136, 'there is no such issuer'));
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Pending');
  });

  test.each<[Fields, string, string]>([
    [{ orderid: undefined }, 'orderid', 'Missing'],
    [{ issuerid: '' }, 'issuerid', 'Missing'],
    [{ orderStatus: undefined }, 'orderStatus', 'Missing'],
    [{ orderStatus: 'Executed' }, 'orderStatus', 'must be one of Live, Not Approved'],
    [{ issuerid: 'x' }, 'issuerid', 'only numbers are allowed'],
    [{ reason: 'x'.repeat(501) }, 'reason', 'must not be longer than 500 characters'],
  ])('refuses %j, naming %s', async (fields, field, reason) => {
    expect((await decide(fields)).body).toEqual(faulty(field, reason));
  });
});

describe('Idempotency-Key', () => {
  const once = (method: string, fields: Fields, key = 'key-1', encoding: 'form' | 'json' = 'form') =>
    venue.post(TRADER, method, fields, { idempotencyKey: key, encoding });

  test('gives the first answer of createOrder again, and places no second order', async () => {
    const first = await once('createOrder', ORDER);
    await offer();
    const again = await once('createOrder', { ...ORDER, quantity: 100 }, 'key-1', 'json');
    expect(first.replayed).toBeNull();
    expect(again).toEqual({ ...first, replayed: 'true' });
    expect(venue.exchange.order(100300 as OrderId)).toBeUndefined();
    expect(venue.webhooks.map(({ clientId, method }) => [clientId, method])).toEqual([
      [TRADER, 'createOrder'],
      [OTHER_TRADER, 'createOrder'],
    ]);
  });

  test('still does when the offering has ended since', async () => {
    const first = await once('createOrder', ORDER);
    await venue.exchange.submit({ type: 'security', securityId: SECURITY, status: 'ended' });
    expect(await once('createOrder', ORDER)).toEqual({ ...first, replayed: 'true' });
    expect((await once('createOrder', ORDER, 'key-2')).body).toEqual(
      refused(162, 'the offering is not open for trading'),
    );
  });

  test('refuses the same key with another body, and with another method', async () => {
    await once('createOrder', ORDER);
    for (const reply of [
      await once('createOrder', { ...ORDER, quantity: '101' }),
      await once('cancelOrder', { orderid: FIRST }),
    ]) {
      expect(reply).toEqual({ http: 409, replayed: null, body: refused(409) });
    }
    expect(venue.exchange.order(100100 as OrderId)?.status).toBe('Live');
  });

  test('keeps the keys of clients apart', async () => {
    await once('createOrder', ORDER);
    const other = await venue.post(OTHER_TRADER, 'createOrder', ORDER, { idempotencyKey: 'key-1' });
    expect(other.replayed).toBeNull();
    expect(venue.exchange.order(100200 as OrderId)?.ticket.clientId).toBe(OTHER_TRADER);
  });

  test('works on cancelOrder and replaceOrder', async () => {
    await enter();
    const replaced = await once('replaceOrder', { orderid: FIRST, quantity: '50' }, 'key-r');
    expect(await once('replaceOrder', { orderid: FIRST, quantity: '50' }, 'key-r')).toEqual({
      ...replaced,
      replayed: 'true',
    });
    const cancelled = await once('cancelOrder', { orderid: FIRST }, 'key-c');
    expect(cancelled.body).toEqual(ok({ orderStatus: 'Cancelled' }));
    expect(await once('cancelOrder', { orderid: FIRST }, 'key-c')).toEqual({ ...cancelled, replayed: 'true' });
    expect(venue.webhooks.map(({ method }) => method)).toEqual(['createOrder', 'replaceOrder', 'cancelOrder']);
  });

  test('forgets a key after 24 hours', async () => {
    await once('createOrder', ORDER);
    venue.clock.moveTo('2026-03-03T15:00:00Z');
    expect((await once('createOrder', ORDER)).replayed).toBeNull();
    expect(venue.exchange.order(100200 as OrderId)).toMatchObject({ ticket: { clientId: TRADER }, quantity: 100 });
  });
});
