import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { type Fields, faulty, NOT_FOUND, ORDER, OTHER_TRADER, refused, TRADER } from './fixtures.ts';
import { openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const enter = (fields: Fields = {}, caller: typeof TRADER | typeof OTHER_TRADER = TRADER) =>
  venue.post(caller, 'createOrder', { ...ORDER, token: 'mine', ...fields });
const call = async (method: string, fields: Fields, caller: typeof TRADER | typeof OTHER_TRADER = TRADER) =>
  (await venue.post(caller, method, fields)).body;

describe('uniqueToken (H10)', () => {
  test('refuses a token that a live order has, naming it', async () => {
    await enter();
    expect((await enter({ uniqueToken: 'Yes' })).body).toEqual({
      ...refused(190, 'order 100100 has the token'),
      reasonCode: 'token-is-taken',
    });
    expect((await enter({ uniqueToken: 'Yes' }, OTHER_TRADER)).body).toMatchObject({ statusCode: '101' });
    expect((await enter({ uniqueToken: 'No' })).body).toMatchObject({ statusCode: '101' });
    const shared = refused(190, 'several live orders of the client have the token');
    expect((await enter({ uniqueToken: 'Yes' })).body).toEqual(shared);
  });

  test('needs a token, and is Yes or No', async () => {
    expect((await enter({ uniqueToken: 'Yes', token: undefined })).body).toEqual(faulty('token', 'Missing'));
    expect((await enter({ uniqueToken: 'maybe' })).body).toMatchObject({ statusCode: '106' });
  });
});

describe.each(['cancelOrder', 'replaceOrder'])('%s by token (H11)', (method) => {
  const change: Fields = method === 'replaceOrder' ? { quantity: '50' } : {};
  const named = (fields: Fields, caller?: typeof OTHER_TRADER) => call(method, { ...change, ...fields }, caller);

  test('means the one live order of the client that has it', async () => {
    await enter();
    await enter({ token: 'another' });
    expect(await named({ token: 'mine' }, OTHER_TRADER)).toEqual(NOT_FOUND);
    expect(await named({ token: 'mine' })).toMatchObject({ statusCode: '101' });
    const order = venue.exchange.order(100100 as OrderId);
    expect(order).toMatchObject(method === 'cancelOrder' ? { status: 'Cancelled' } : { quantity: 50 });
    expect(venue.exchange.order(100200 as OrderId)).toMatchObject({ status: 'Live', quantity: 100 });
  });

  test('refuses one that several have, that only ended orders have, and that none ever had', async () => {
    await enter();
    await enter();
    expect(await named({ token: 'mine' })).toEqual(refused(190, 'several live orders of the client have the token'));
    await call('cancelOrders', {});
    expect(await named({ token: 'mine' })).toEqual(refused(190, 'the order is no longer live'));
    expect(await named({ token: 'nobody' })).toEqual(NOT_FOUND);
  });

  test('takes one of orderid and token', async () => {
    await enter();
    expect(await named({ orderid: '100100', token: 'mine' })).toEqual(faulty('token', 'is sent in place of orderid'));
    expect(await named({})).toEqual(faulty('orderid', 'Missing'));
  });
});
