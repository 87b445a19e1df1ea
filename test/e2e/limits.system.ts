/** Limits, kill switches and watched sessions against the real server: many orders at once, kills, restarts. */

import { expect, test } from 'vitest';
import { describeMostlyOnSqlite } from '../support/database.ts';
import { THOROUGH, thoroughTest } from '../support/thorough.ts';
import { databaseSetting } from './support/database-setting.ts';
import { demoOf, orderBody } from './support/demo-orders.ts';
import { call, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { StreamLine } from './support/stream-line.ts';

const ORDERS = 200;
/** Of ten shares at nine dollars each. */
const ORDER_VALUE = 90;

/** How far the clocks of the venue and of the log may be apart. */
const CLOCKS_MS = 100;

/** When an order was cancelled; in milliseconds, as the other. */
async function endOf(server: ServerProcess, orderid: string): Promise<number> {
  const { orderHistory } = await mustCall(server, 'getOrderHistory', { orderid });
  const changes = orderHistory as { orderStatus: string; eventTime: string }[];
  return Date.parse(changes.find(({ orderStatus }) => orderStatus === 'Cancelled')!.eventTime);
}

function recoveredMs(server: ServerProcess): number {
  return Date.parse(String(server.logLines.find(({ msg }) => msg === 'the venue is recovered')!.time));
}

describeMostlyOnSqlite('limits', (databases) => {
  async function started() {
    const { url } = await databases.location();
    const settings = {
      MARKET_ALWAYS_OPEN: 'true',
      ...databaseSetting(url),
    };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    return { server, settings, clientId: server.client.clientID, operator: { credentials: server.operator } };
  }
  const restart = async (server: ServerProcess, settings: Record<string, string>) => {
    await server.kill();
    return ServerProcess.start({ settings, dataDir: server.dataDir });
  };
  const enter = (server: ServerProcess) => call(server, 'createOrder', orderBody(demoOf(server)));
  const used = async (server: ServerProcess) =>
    (await mustCall(server, 'getLimits', {})).used as Record<string, unknown>;

  test(`of ${ORDERS} orders at once exactly as many pass as may, also after a kill`, async () => {
    const { server, settings, clientId, operator } = await started();
    // The demo's own offer.
    await mustCall(server, 'cancelOrders', {});
    const may = 37;
    const limits = { maxOpenValue: String(may * ORDER_VALUE + ORDER_VALUE - 1), maxOpenOrders: 1000 };
    await mustCall(server, 'setLimits', { clientId, limits }, operator);
    const answers = await Promise.all(Array.from({ length: ORDERS }, () => enter(server)));
    const codes = answers.map(({ body }) => body.statusCode);
    expect(codes.filter((code) => code === '101')).toHaveLength(may);
    expect(codes.filter((code) => code === '190')).toHaveLength(ORDERS - may);
    const full = { openOrders: may, openValue: `${may * ORDER_VALUE}.000000` };
    expect(await used(server)).toMatchObject(full);

    const again = await restart(server, settings);
    expect(await used(again)).toMatchObject(full);
    expect((await enter(again)).body).toMatchObject({ statusCode: '190', reasonCode: 'open-value-above-limit' });
    await mustCall(again, 'throwKillSwitch', { scope: 'client', reason: 'enough' });
    const third = THOROUGH ? await restart(again, settings) : again;
    expect(await used(third)).toMatchObject({ openOrders: 0, openValue: '0.000000' });
    expect((await enter(third)).body).toMatchObject({ statusCode: '190', reasonCode: 'trading-stopped' });
    await mustCall(third, 'releaseKillSwitch', { scope: 'client' });
    expect((await enter(third)).body.statusCode).toBe('101');
  });

  thoroughTest('a watched session: lost with its line it cancels at once, with the venue after its time', async () => {
    const { server, settings } = await started();
    const seconds = 5;
    const statusOf = async (on: ServerProcess, orderid: string) => {
      const { orderDetails } = await mustCall(on, 'getOrder', { orderid });
      return (orderDetails as { status: string }[])[0]!.status;
    };
    const entered = async (on: ServerProcess) => ((await enter(on)).body.orderDetails as { orderId: string }).orderId;
    const cancelled = async (on: ServerProcess, orderid: string) => {
      while ((await statusOf(on, orderid)) !== 'Cancelled') await new Promise((resolve) => setImmediate(resolve));
    };
    const watch = async (on: ServerProcess) => {
      const line = await StreamLine.open(on, on.client);
      line.send({ op: 'cancelOnDisconnect', accountId: 'A99999999', seconds });
      expect(await line.next()).toMatchObject({ type: 'error', code: 'unknown-account' });
      line.send({ op: 'cancelOnDisconnect', seconds });
      expect(await line.next()).toMatchObject({ type: 'cancelOnDisconnect', enabled: true });
      return line;
    };

    const first = await entered(server);
    (await watch(server)).end();
    await cancelled(server, first);

    const second = await entered(server);
    await watch(server);
    const again = await restart(server, settings);
    await cancelled(again, second);
    // By the clock of the venue, however long it took to ask.
    expect((await endOf(again, second)) - recoveredMs(again)).toBeGreaterThan(seconds * 1000 - CLOCKS_MS);
  });
});
