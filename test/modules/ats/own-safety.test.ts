import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { EFFECTS_MAX } from '../../../src/exchange/records/pending-effects.ts';
import { idOfOrder, order } from '../../exchange/venue.ts';
import {
  ACCOUNT,
  type Caller,
  type Fields,
  faulty,
  OPERATOR,
  ORDER,
  OTHER_TRADER,
  ok,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { enter, FIRST, newOrder, offer, openForEachTest, SECOND, statusOf, venue } from './venue-for-each-test.ts';

openForEachTest();

/** A 106 that names the field. */
const naming = (field: string) => ({ statusCode: '106', 'Error(s)': expect.stringContaining(`<br />${field}&nbsp;`) });

describe('selfTradePrevention (M15, V46)', () => {
  test('of the order: the one that rests is cancelled, and its client gets the reason', async () => {
    await enter();
    venue.webhooks.length = 0;
    await enter({ action: 'Sell', selfTradePrevention: 'Cancel Oldest' });
    expect([statusOf(FIRST), statusOf(SECOND)]).toEqual(['Cancelled', 'Live']);
    const reason = 'it would have traded with an order of the same owner';
    expect(venue.exchange.order(Number(FIRST) as OrderId)?.reason).toBe(reason);
    expect(venue.webhooks.map(({ method }) => method)).not.toContain('cancelOrder');
  });

  test('as a setting of the client, for orders that come after it', async () => {
    const set = await venue.post(TRADER, 'updateSelfTradePrevention', { selfTradePrevention: 'Cancel Newest' });
    expect(set.body).toEqual(ok({ selfTradePrevention: 'Cancel Newest' }));
    await enter();
    await enter({ action: 'Sell' });
    expect([statusOf(FIRST), statusOf(SECOND)]).toEqual(['Live', 'Cancelled']);
  });

  test('as a setting of an account of the client', async () => {
    const fields = { accountid: ACCOUNT, selfTradePrevention: 'Cancel Both' };
    const set = await venue.post(TRADER, 'updateSelfTradePrevention', fields);
    expect(set.body).toEqual(ok({ accountId: ACCOUNT, selfTradePrevention: 'Cancel Both' }));
    await enter({ accountid: ACCOUNT });
    await enter({ accountid: ACCOUNT, action: 'Sell' });
    expect([statusOf(FIRST), statusOf(SECOND)]).toEqual(['Cancelled', 'Cancelled']);
  });

  test('without it they trade, and a foreign account or an unknown mode is refused', async () => {
    await enter();
    await enter({ action: 'Sell' });
    expect(statusOf(FIRST)).toBe('Executed');
    const foreign = { accountid: ACCOUNT, selfTradePrevention: 'None' };
    const reply = await venue.post(OTHER_TRADER, 'updateSelfTradePrevention', foreign);
    expect(reply.body).toEqual(refused(148));
    expect((await enter({ selfTradePrevention: 'Never' })).body).toMatchObject(naming('selfTradePrevention'));
  });
});

describe('postOnly (M18, V64)', () => {
  const postOnly = { action: 'Sell', postOnly: 'Yes' };

  test('refuses an order that would cross, as validateOrder says beforehand of disclosed prices (V55)', async () => {
    await enter({ disclosePrice: 'No' });
    const crossing = refused(190, 'a post-only order crosses an order of the other side');
    const validated = async (price: string) =>
      (await venue.post(OTHER_TRADER, 'validateOrder', { ...ORDER, ...postOnly, price })).body;
    expect(await validated('10.25')).toMatchObject({ statusCode: '101' });
    expect((await enter(postOnly, OTHER_TRADER)).body).toEqual(crossing);
    await newOrder({ price: '10.2' });
    expect(await validated('10.2')).toEqual(crossing);
    const { body } = await enter({ ...postOnly, price: '10.26' }, OTHER_TRADER);
    expect(body).toMatchObject({ orderDetails: { orderStatus: 'Live', postOnly: 'Yes' } });
  });

  test.each([{ expiration: 'IOC' }, { type: 'RFQ' }])('needs an order that may rest: %o', async (fields) => {
    expect((await enter({ ...postOnly, ...fields })).body).toEqual(
      faulty('postOnly', 'needs a Limit order that is not IOC'),
    );
  });

  test('No is as if it were not sent', async () => {
    await enter();
    const { body } = await enter({ action: 'Sell', postOnly: 'No' });
    expect((body as { orderDetails: object }).orderDetails).not.toHaveProperty('postOnly');
    expect(statusOf(FIRST)).toBe('Executed');
  });
});

describe('cancelOrders (V47)', () => {
  const cancel = (fields: Fields, caller: Caller = TRADER) => venue.post(caller, 'cancelOrders', fields);

  test('cancels what was meant, and answers the ids', async () => {
    await enter();
    await enter({ action: 'Sell', price: '11' });
    await enter({}, OTHER_TRADER);
    venue.webhooks.length = 0;
    expect((await cancel({ action: 'Sell' })).body).toEqual(ok({ cancelledOrders: [SECOND] }));
    expect((await cancel({})).body).toEqual(ok({ cancelledOrders: [FIRST] }));
    expect((await cancel({})).body).toEqual(ok({ cancelledOrders: [] }));
    // Nobody called cancelOrder.
    expect(venue.webhooks).toEqual([]);
    expect(statusOf('100300')).toBe('Live');
  });

  test('the operator names a client, or a security for all of them', async () => {
    await enter();
    await enter({}, OTHER_TRADER);
    expect((await cancel({ clientId: OTHER_TRADER }, OPERATOR)).body).toEqual(ok({ cancelledOrders: [SECOND] }));
    expect((await cancel({ securityid: SECURITY }, OPERATOR)).body).toEqual(ok({ cancelledOrders: [FIRST] }));
    expect((await cancel({ action: 'Buy' }, OPERATOR)).body).toMatchObject(naming('clientId'));
  });

  test('a symbol names the security (V67), an unknown one is 138; a repeated key answers as before', async () => {
    const refer = (reference: Fields) =>
      venue.post(OPERATOR, 'updateSecurityReference', { securityId: SECURITY, reference }, { encoding: 'json' });
    await refer({ symbol: 'ABC' });
    await enter();
    const unknown = { statusCode: '138' };
    expect((await cancel({ symbol: 'ABCD' })).body).toMatchObject(unknown);
    expect((await cancel({ symbol: 'ABC', securityid: SECURITY })).body).toMatchObject(naming('symbol'));
    expect((await cancel({ symbol: 'A B' })).body).toMatchObject(naming('symbol'));
    expect(statusOf(FIRST)).toBe('Live');
    const once = () => venue.post(TRADER, 'cancelOrders', { symbol: 'abc' }, { idempotencyKey: 'by-symbol' });
    const first = await once();
    expect(first.body).toEqual(ok({ cancelledOrders: [FIRST] }));
    await enter({}, OTHER_TRADER);
    expect((await cancel({ symbol: 'ABC' }, OPERATOR)).body).toEqual(ok({ cancelledOrders: [SECOND] }));
    await refer({});
    expect(await once()).toEqual({ ...first, replayed: 'true' });
    expect((await cancel({ symbol: 'ABC' })).body).toMatchObject(unknown);
  });

  test('nobody else names a client', async () => {
    await enter();
    expect((await cancel({ clientId: TRADER }, OTHER_TRADER)).body).toMatchObject(naming('clientId'));
    expect((await cancel({ clientId: TRADER })).body).toMatchObject(naming('clientId'));
    expect(statusOf(FIRST)).toBe('Live');
  });
});

describe('an Idempotency-Key of a venue setting (C34)', () => {
  const send = (fields: Fields, caller: Caller = TRADER, method = 'cancelOrders') =>
    venue.post(caller, method, fields, { idempotencyKey: 'one' });

  test('cancelOrders with the same key cancels nothing that came since', async () => {
    await enter();
    const first = await send({ action: 'Buy' });
    expect(first.body).toEqual(ok({ cancelledOrders: [FIRST] }));
    await enter();
    expect(await send({ action: 'Buy' })).toEqual({ ...first, replayed: 'true' });
    expect(statusOf(SECOND)).toBe('Live');
    expect((await send({})).http).toBe(409);
    expect((await send({ action: 'Buy' }, OTHER_TRADER)).body).toEqual(ok({ cancelledOrders: [] }));
  });

  test('cancelOrders answers a repeated call while the slices of the first still run', async () => {
    const command = order({ clientId: TRADER, securityId: SECURITY, price: 1_000_000 });
    const count = EFFECTS_MAX + 100;
    const entries = await Promise.all(Array.from({ length: count }, () => venue.exchange.submit(command)));
    const ids = entries.map(idOfOrder);
    const [first, repeated, other] = await Promise.all([send({ action: 'Buy' }), send({ action: 'Buy' }), send({})]);
    expect(first.body).toEqual(ok({ cancelledOrders: ids.map(String) }));
    expect(repeated).toEqual({ ...first, replayed: 'true' });
    expect(other.http).toBe(409);
    expect(ids.filter((orderId) => venue.exchange.order(orderId)?.status !== 'Cancelled')).toEqual([]);
  });

  test('the key is that of the caller, not of the client whose orders are meant', async () => {
    await enter();
    const byOperator = await send({ clientId: TRADER }, OPERATOR);
    expect(byOperator.body).toEqual(ok({ cancelledOrders: [FIRST] }));
    await enter();
    expect((await send({})).body).toEqual(ok({ cancelledOrders: [SECOND] }));
    expect((await send({ clientId: TRADER }, OPERATOR)).body).toEqual(byOperator.body);
  });

  test('a setting is not set again over a newer one', async () => {
    const set = (mode: string, idempotencyKey: string) =>
      venue.post(TRADER, 'updateSelfTradePrevention', { selfTradePrevention: mode }, { idempotencyKey });
    await set('Cancel Newest', 'one');
    await set('Cancel Oldest', 'two');
    expect((await set('Cancel Newest', 'one')).replayed).toBe('true');
    expect((await set('Cancel Both', 'one')).http).toBe(409);
    await enter();
    await enter({ action: 'Sell' });
    expect([statusOf(FIRST), statusOf(SECOND)]).toEqual(['Cancelled', 'Live']);
  });
});

describe('cancelAllAfter (V48)', () => {
  const cancelAfter = (seconds: unknown) => venue.post(TRADER, 'cancelAllAfter', { seconds });

  test('cancels when the time is over, before the next order is taken', async () => {
    await enter();
    expect((await cancelAfter(60)).body).toEqual(ok({ seconds: 60 }));
    venue.clock.advanceMs(60_000);
    await offer();
    expect([statusOf(FIRST), statusOf(SECOND)]).toEqual(['Cancelled', 'Live']);
  });

  test('0 disarms it', async () => {
    await enter();
    await cancelAfter(60);
    await cancelAfter(0);
    venue.clock.advanceMs(60_000);
    await offer();
    expect(statusOf(FIRST)).toBe('Executed');
  });

  test.each([-1, 86_401, '1.5', 'soon', ''])('%s seconds are refused', async (seconds) => {
    expect((await cancelAfter(seconds)).body).toMatchObject(naming('seconds'));
  });
});
