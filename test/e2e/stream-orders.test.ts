/** Orders over the stream (docs/api/stream.md, S17 to S19), on the program itself. */
import { expect, test } from 'vitest';
import { thoroughTest } from '../support/thorough.ts';
import { demoOf, orderBody } from './support/demo-orders.ts';
import { call, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { StreamLine, type StreamMessage } from './support/stream-line.ts';

const SETTINGS = { MARKET_ALWAYS_OPEN: 'true' };
const BATCHES = 8;
const BATCH = 25;

interface OrderDetails {
  readonly orderId: string;
}

function idIn({ orderDetails }: Readonly<Record<string, unknown>>): string {
  return (orderDetails as OrderDetails).orderId;
}

test('are placed, replaced, cancelled and repeated, as over HTTP', async () => {
  const server = await ServerProcess.start({ settings: SETTINGS });
  await server.welcome();
  const demo = demoOf(server);
  const line = await StreamLine.open(server, server.client);
  const ask = async (message: object): Promise<StreamMessage> => {
    line.send(message);
    return line.next();
  };
  const fields = orderBody(demo, { token: 'of the stream' });
  const placed = await ask({ op: 'createOrder', id: 1, idempotencyKey: 'once', fields });
  expect(placed).toMatchObject({ type: 'answer', id: 1, op: 'createOrder', statusCode: '101', statusDesc: 'Ok' });
  const orderid = idIn(placed);
  const overHttp = await call(server, 'createOrder', fields, { headers: { 'idempotency-key': 'once' } });
  expect(idIn(overHttp.body)).toBe(orderid);
  expect(overHttp.headers.get('idempotency-replayed')).toBe('true');
  const replaced = await ask({ op: 'replaceOrder', id: 2, fields: { orderid, quantity: 5 } });
  expect(replaced).toMatchObject({ id: 2, statusCode: '101' });
  expect(await ask({ op: 'cancelOrder', id: 3, fields: { orderid } })).toMatchObject({
    id: 3,
    orderStatus: 'Cancelled',
  });
  expect(await ask({ op: 'cancelOrder', id: 4, fields: { orderid } })).toMatchObject({ id: 4, statusCode: '190' });
  const again = await ask({ op: 'createOrder', id: 5, fields });
  const cancelAll = { op: 'cancelOrders', idempotencyKey: 'all', fields: { securityid: demo.securityId } };
  const cancelled = await ask({ ...cancelAll, id: 6 });
  expect(cancelled.cancelledOrders).toContain(idIn(again));
  const later = idIn(await ask({ op: 'createOrder', id: 8, fields }));
  expect(await ask({ ...cancelAll, id: 6 })).toEqual({ ...cancelled, replayed: true });
  const byHttp = await call(server, 'cancelOrders', cancelAll.fields, { headers: { 'idempotency-key': 'all' } });
  expect(byHttp.body.cancelledOrders).toEqual(cancelled.cancelledOrders);
  expect(await ask({ ...cancelAll, id: 9, fields: {} })).toMatchObject({ statusCode: '409' });
  expect(await ask({ op: 'cancelOrder', id: 10, fields: { orderid: later } })).toMatchObject({ statusCode: '101' });
  expect(await ask({ op: 'createOrder', id: 7, fields: { ...fields, quantity: 0 } })).toMatchObject({
    statusCode: '106',
  });
  const closed = line.closed();
  expect(await server.stop()).toBe(0);
  expect(await closed).toBe(1001);
});

thoroughTest('that were answered survive a kill in the middle, and each key is one order', async () => {
  const server = await ServerProcess.start({ settings: SETTINGS });
  await server.welcome();
  const demo = demoOf(server);
  const line = await StreamLine.open(server, server.client);
  const keys = Array.from({ length: BATCHES * BATCH }, (_, number) => `key-${number}`);
  const fields = orderBody(demo, { token: 'of the kill' });
  for (let batch = 0; batch < BATCHES; batch++) {
    const calls = keys.slice(batch * BATCH, (batch + 1) * BATCH);
    const callOf = (key: string) => ({ op: 'createOrder', id: key, idempotencyKey: key, fields });
    line.send({ op: 'batch', calls: calls.map(callOf) });
  }
  const answered = new Map<string, string>();
  while (answered.size < BATCH) {
    const answer = await line.next();
    expect(answer.statusCode).toBe('101');
    answered.set(answer.id as string, idIn(answer));
  }
  await server.kill();
  const next = await server.restart();
  const orders = new Map<string, string>();
  for (const key of keys) {
    const reply = await call(next, 'createOrder', fields, { headers: { 'idempotency-key': key } });
    expect(reply.body.statusCode).toBe('101');
    if (answered.has(key)) expect(reply.headers.get('idempotency-replayed')).toBe('true');
    orders.set(key, idIn(reply.body));
  }
  for (const [key, orderId] of answered) expect(orders.get(key)).toBe(orderId);
  const { orderDetails } = await mustCall(next, 'getOrder', { token: 'of the kill', limit: 500 });
  const found = (orderDetails as { readonly order_Id: string }[]).map(({ order_Id }) => order_Id);
  expect(found.toSorted()).toEqual([...orders.values()].toSorted());
  expect(await next.stop()).toBe(0);
});
