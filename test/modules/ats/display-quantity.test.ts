import { expect, test } from 'vitest';
import { type Fields, OTHER_TRADER, SECURITY, TRADER } from './fixtures.ts';
import { enter, FIRST, offer, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (caller: typeof TRADER | typeof OTHER_TRADER, method: string, fields: Fields) =>
  (await venue.post(caller, method, fields)).body as Record<string, unknown>;

test('an order shows its display quantity to its client, and the part that shows to others (V70)', async () => {
  await enter({ displayQuantity: '30' });
  const depth = await call(OTHER_TRADER, 'getDepth', { securityid: SECURITY });
  expect(depth).toMatchObject({ depth: { bids: [{ quantity: 30, orders: 1 }], offers: [] } });
  expect(await call(OTHER_TRADER, 'getOrder', { orderid: FIRST })).not.toMatchObject({ statusCode: '101' });
  const { orderDetails } = await call(TRADER, 'getOrder', { orderid: FIRST });
  expect(orderDetails).toMatchObject([{ displayQuantity: '30.000000', shares_remaining: '100.000000' }]);
});

test.each([false, true])('a replaced display quantity is that of the order, in the history: %s', async (projected) => {
  await enter({ displayQuantity: '30' });
  await call(TRADER, 'replaceOrder', { orderid: FIRST, displayQuantity: '20' });
  await offer({ quantity: '10' });
  await call(TRADER, 'cancelOrder', { orderid: FIRST });
  if (projected) venue.project();
  const { orderDetails } = await call(TRADER, 'getOrder', { orderid: FIRST });
  expect(orderDetails).toMatchObject([{ displayQuantity: '20.000000', shares_remaining: '90.000000' }]);
  const { orderHistory } = await call(TRADER, 'getOrderHistory', { orderid: FIRST });
  const shown = (orderHistory as Fields[]).map(({ change, displayQuantity }) => [change, displayQuantity]);
  expect(shown).toEqual([
    ['entered', '30.000000'],
    ['replaced', '20.000000'],
    ['filled', '20.000000'],
    ['cancelled', '20.000000'],
  ]);
});
