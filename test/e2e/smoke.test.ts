/**
 * The program itself in short: a full disk, a kill under load, a start that is refused, and a handover between two
 * nodes. `npm run test:system` has what these tests are the short form of.
 */
import { describe, expect, test } from 'vitest';
import { closeAfterTest } from '../support/cleanup.ts';
import { demoOf, orderBody, placeOrder } from './support/demo-orders.ts';
import { fileLimit, fillJournal } from './support/full-journal.ts';
import { refusalOf } from './support/refused-start.ts';
import { call, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { canHaveCluster, TestCluster } from './support/test-cluster.ts';
import { expectOneState } from './support/venue-files.ts';

const SETTINGS = { MARKET_ALWAYS_OPEN: 'true' };
const CALLERS = 4;
const ORDERS_BEFORE_THE_KILL = 40;

/** Places orders from several callers at once until the server is killed; the ids of those that were answered. */
async function ordersUntilKilled(server: ServerProcess): Promise<readonly string[]> {
  const demo = demoOf(server);
  const orderIds: string[] = [];
  const caller = async () => {
    for (;;) {
      const orderId = await placeOrder(server, demo).catch(() => null);
      if (orderId === null) return;
      orderIds.push(orderId);
      if (orderIds.length === ORDERS_BEFORE_THE_KILL) server.signal('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  expect(await server.exited, server.account()).toEqual({ code: null, signal: 'SIGKILL' });
  expect(orderIds.length).toBeGreaterThanOrEqual(ORDERS_BEFORE_THE_KILL);
  return orderIds;
}

test('what was acknowledged outlives a full disk and a kill under load', async () => {
  const full = await ServerProcess.start({ settings: SETTINGS, wrapper: fileLimit() });
  await full.welcome();
  const first = await placeOrder(full, demoOf(full));
  await fillJournal(full);
  expect(await call(full, 'createOrder', orderBody(demoOf(full)))).toMatchObject({ http: 503 });
  expect((await fetch(`${full.addresses.api}/ready`)).status).toBe(503);
  await mustCall(full, 'getOrder', { orderid: first });
  await full.stop();

  const loaded = await full.restart({ settings: SETTINGS });
  const orderIds = [first, ...(await ordersUntilKilled(loaded))];
  const again = await loaded.restart();
  for (const orderid of orderIds) await mustCall(again, 'getOrder', { orderid });
  await placeOrder(again, demoOf(again));
  expect(await again.stop(), again.account()).toBe(0);
  expectOneState(again.dataDir);
});

test('a start with a wrong setting is refused, naming the variable', async () => {
  expect(await refusalOf({ settings: { PORT: 'abc' } })).toMatch(/^WrongSetting: PORT: /);
});

describe.runIf(canHaveCluster)('a cluster', () => {
  test('hands over, and what one node acknowledged the other shows (J1, J22)', async () => {
    const cluster = await TestCluster.start();
    closeAfterTest(() => cluster.trial.close());
    const [first, second] = cluster.nodes;
    if (first === undefined || second === undefined) throw new Error('two nodes');
    second.start();
    await cluster.follows(second);
    const made = await cluster.ask(second, 'createOrder', cluster.order(), { key: 'once' });
    expect(made.body.statusCode).toBe('101');
    await cluster.handOver(first, second);
    const again = await cluster.ask(second, 'createOrder', cluster.order(), { key: 'once' });
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([made.body, 'true']);
    const { orderId } = made.body.orderDetails as { orderId: string };
    expect((await cluster.ask(first, 'getOrder', { orderId })).body.orderDetails).toMatchObject([{ status: 'Live' }]);
  });
});
