import { describe, expect, test } from 'vitest';
import { type Fields, faulty, NOT_FOUND, OTHER_TRADER, type OWNER, refused, SECURITY, TRADER } from './fixtures.ts';
import { enter, FIRST, offer, openForEachTest, SECOND, venue } from './venue-for-each-test.ts';

openForEachTest();

type Caller = typeof TRADER | typeof OTHER_TRADER | typeof OWNER;
const call = async (method: string, fields: Fields, caller: Caller = TRADER) =>
  (await venue.post(caller, method, fields)).body as Record<string, unknown>;
const rename = (newToken: string, fields: Fields = {}) => call('replaceOrder', { orderid: FIRST, newToken, ...fields });

async function found(token: string, caller: Caller = TRADER): Promise<readonly Fields[]> {
  const { orderDetails = [] } = await call('getOrder', { token }, caller);
  return orderDetails as readonly Fields[];
}

const TOKENS = ['first', 'second', 'third'] as const;

/** FIRST, by two replacements. The second comes with other terms. */
async function renamed(): Promise<void> {
  await enter({ token: 'first' });
  expect(await rename('second')).toMatchObject({ orderDetails: { token: 'second' }, lostPriority: 'No' });
  expect(await rename('third', { quantity: '60' })).toMatchObject({ orderDetails: { token: 'third' } });
}

const STATES: Readonly<Record<string, () => Promise<unknown>>> = {
  live: async () => {},
  'partly filled': () => offer({ quantity: '10' }),
  filled: () => offer({ quantity: '60' }),
  cancelled: () => call('cancelOrder', { orderid: FIRST }),
};
const IS_LIVE = new Set(['live', 'partly filled']);

const CASES = Object.entries(STATES).flatMap(([state, reach]) =>
  TOKENS.flatMap((token) => [false, true].map((projected) => ({ state, token, projected, reach }))),
);

describe.each(CASES)('an order that is $state, by $token, in the history: $projected (H10)', (one) => {
  const { state, token, projected, reach } = one;
  const reached = async () => {
    await renamed();
    await reach();
    if (projected) venue.project();
  };

  test('is found by getOrder with its present token, by its client alone', async () => {
    await reached();
    expect(await found(token)).toMatchObject([{ order_Id: FIRST, token: 'third' }]);
    expect(await found(token, OTHER_TRADER)).toEqual([]);
  });

  test.each([
    ['cancelOrder', {}],
    ['replaceOrder', { quantity: '55' }],
  ])('is answered by %s as by its id', async (method, change) => {
    await reached();
    const answer = await call(method, { token, ...change });
    if (IS_LIVE.has(state)) expect(answer).toMatchObject({ statusCode: '101' });
    else expect(answer).toEqual(refused(190, 'the order is no longer live'));
  });
});

test('a token that a live order of the client has, or had, is refused, naming it', async () => {
  await renamed();
  await enter({ token: 'other' });
  const taken = { ...refused(190, 'order 100100 has the token'), reasonCode: 'token-is-taken' };
  for (const newToken of TOKENS) {
    expect(await call('replaceOrder', { orderid: SECOND, newToken })).toEqual(taken);
    expect(await rename(newToken)).toEqual(taken);
  }
  expect(await rename('x'.repeat(201))).toEqual(faulty('newToken', 'must not be longer than 200 characters'));
});

test('a live order is found by getOrder alone by a token that 16 others came after', async () => {
  await enter({ token: 't0' });
  for (let at = 1; at <= 17; at++) await rename(`t${at}`);
  expect(await call('cancelOrder', { token: 't0' })).toEqual(NOT_FOUND);
  expect(await found('t0')).toMatchObject([{ order_Id: FIRST, token: 't17' }]);
  expect(await call('cancelOrder', { token: 't1' })).toMatchObject({ statusCode: '101' });
  expect(await call('cancelOrder', { token: 't0' })).toEqual(refused(190, 'the order is no longer live'));
});

test('the newest of several orders with a token is the last by its id, also where a replacement gave it', async () => {
  await enter({ token: 'mine' });
  await enter({ token: 'once' });
  await call('cancelOrder', { orderid: SECOND });
  venue.project();
  await rename('once');
  expect(await found('once')).toMatchObject([{ order_Id: FIRST }, { order_Id: SECOND }]);
  const { orderDetails } = await call('getOrder', { token: 'once', limit: '1' });
  expect(orderDetails).toMatchObject([{ order_Id: SECOND }]);
});

test('lists show the present token, and filter by it', async () => {
  await renamed();
  const list = async (token: string, more: Fields = {}) => {
    const query = new URLSearchParams({ filter: JSON.stringify({ token, ...more }) });
    const { body } = await venue.get(TRADER, `ats/orders?${query}`);
    return (body as { ats_orders: readonly Fields[] }).ats_orders.map((order) => [order.orderId, order.token]);
  };
  expect(await list('third')).toEqual([[FIRST, 'third']]);
  expect(await list('first')).toEqual([]);
  expect(await list('third', { securityId: String(SECURITY) })).toEqual([[FIRST, 'third']]);
  expect(await list('first', { securityId: String(SECURITY) })).toEqual([]);
});

test('past events have the token of their moment, and a replacement the one before, as the history has', async () => {
  const { body: start } = await venue.get(TRADER, 'events?after=latest');
  await renamed();
  await offer({ quantity: '10' });
  await rename('fourth');
  const { body } = await venue.get(TRADER, `events?after=${(start as Fields).cursor}`);
  const events = (body as { events: readonly { order: Fields }[] }).events.map(({ order }) => order);
  expect(events.filter(Boolean).map((order) => [order.change, order.token, order.previousToken])).toEqual([
    ['entered', 'first', undefined],
    ['replaced', 'second', 'first'],
    ['replaced', 'third', 'second'],
    ['filled', 'third', undefined],
    ['replaced', 'fourth', 'third'],
  ]);
  const { orderHistory } = await call('getOrderHistory', { orderid: FIRST });
  const changes = orderHistory as readonly Fields[];
  expect(changes.map((one) => [one.change, one.previousToken])).toEqual([
    ['entered', undefined],
    ['replaced', 'first'],
    ['replaced', 'second'],
    ['filled', undefined],
    ['replaced', 'third'],
  ]);
  expect(changes.filter((one) => 'previousToken' in one)).toHaveLength(3);
});
