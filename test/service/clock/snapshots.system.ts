/** A sandbox that runs is saved, restored and made empty by calls (Z14). */
import { expect, test } from 'vitest';
import { DEMO_ISSUER } from '../../../src/modules/examples/demo.ts';
import { demoOf, orderBody } from '../../e2e/support/demo-orders.ts';
import * as requests from '../../e2e/support/requests.ts';
import { type Credentials, ServerProcess } from '../../e2e/support/server-process.ts';

type Fields = Record<string, unknown>;

const SETTINGS = { MARKET_ALWAYS_OPEN: 'true' };

async function call(server: ServerProcess, method: string, fields?: Fields, as?: Credentials): Promise<Fields> {
  const { clientID, developerAPIKey } = as ?? server.client;
  const response = await fetch(`${server.addresses.api}/v3/${method}`, {
    method: fields === undefined ? 'GET' : method.startsWith('create') ? 'PUT' : 'POST',
    headers: { authorization: `Bearer ${clientID}:${developerAPIKey}`, 'content-type': 'application/json' },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  });
  return (await response.json()) as Fields;
}

/** Resolves when the service is open again, with what became of the change. */
async function changed(server: ServerProcess, method: string, fields: Fields): Promise<Fields> {
  server.stdout = '';
  const { change } = (await call(server, `sandbox/${method}`, fields, server.operator)) as { change: Fields };
  expect(change).toMatchObject({ state: 'Waiting' });
  await server.ready();
  const answer = await call(server, 'sandbox/snapshots', undefined, server.operator);
  expect(answer.change).toMatchObject({ changeId: change.changeId, state: 'Done' });
  return answer;
}

/** Sends notices, each an event; answers the cursor after them. */
async function eventsOf(server: ServerProcess, notices: number): Promise<string> {
  for (let sent = 0; sent < notices; sent++) {
    const notice = { text: 'Example notice', severity: 'info' };
    expect(await call(server, 'sendNotice', notice, server.operator)).toMatchObject({ statusCode: '101' });
  }
  return String((await answerTo(server, 'latest')).cursor);
}

function answerTo(server: ServerProcess, after: string): Promise<Fields> {
  return call(server, `events?after=${after}&limit=1000`);
}

/** An order that trades, sent under a key: its id, and whether the answer is that of an earlier call. */
async function trade(server: ServerProcess, key: string): Promise<[orderId: string, isRepeated: boolean]> {
  const body = orderBody(demoOf(server), { price: '10.25' });
  const { headers, body: answer } = await requests.call(server, 'createOrder', body, {
    headers: { 'idempotency-key': key },
  });
  const { orderId } = answer.orderDetails as { readonly orderId: string };
  return [orderId, headers.get('idempotency-replayed') === 'true'];
}

async function volume(server: ServerProcess): Promise<number> {
  const { securityId } = demoOf(server);
  const { bars } = await requests.mustCall(server, 'getBars', { securityId, interval: '1d' });
  return (bars as readonly { readonly volume: number }[]).reduce((sum, bar) => sum + bar.volume, 0);
}

test('what a restore brings back is what was saved, with the clock; a reset is a first start', async () => {
  const server = await ServerProcess.start({ settings: SETTINGS });
  const keys = server.client;
  expect(await call(server, 'sandbox/snapshots', { name: 'mine' })).toMatchObject({ statusCode: '111' });
  await call(server, 'sandbox/clock', { mode: 'frozen' });
  const { clock: frozen } = await call(server, 'sandbox/clock');
  const issuer = async () => {
    const answer = await call(server, 'createIssuer', DEMO_ISSUER);
    return /"issuerId":"?([^",}]+)/.exec(JSON.stringify(answer))?.[1];
  };
  const has = async (issuerId: string | undefined) =>
    (await call(server, 'getIssuer', { issuerId })).statusCode === '101';
  const first = await issuer();
  const { pid } = server;
  const [order] = await trade(server, 'key-before');
  const traded = await volume(server);
  const kept = await eventsOf(server, 1);
  const { snapshots } = await changed(server, 'snapshots', { name: 'mine' });
  expect(snapshots).toMatchObject([{ name: 'mine' }]);
  const later = await issuer();
  const [undone] = await trade(server, 'key-between');
  expect(await volume(server)).toBe(traded + 10);
  const lost = await eventsOf(server, 3);
  await call(server, 'sandbox/clock/advance', { by: '3d', wait: 60 });
  expect([await has(first), await has(later)]).toEqual([true, true]);
  await changed(server, 'snapshots/restore', { name: 'mine' });
  expect([await has(first), await has(later)]).toEqual([true, false]);
  expect((await call(server, 'sandbox/clock')).clock).toEqual(frozen);
  expect(await volume(server)).toBe(traded);
  expect(await trade(server, 'key-before')).toEqual([order, true]);
  expect(await trade(server, 'key-between')).toEqual([undone, false]);
  // By now other events have the numbers of those that are gone.
  const own = await eventsOf(server, 6);
  expect(await answerTo(server, lost)).toMatchObject({ reasonCode: 'cursor-ahead-of-the-venue' });
  expect(await answerTo(server, kept)).toMatchObject({ moreEvents: 'No' });
  await changed(server, 'snapshots/restore', { name: 'mine' });
  expect(await answerTo(server, own)).toMatchObject({ reasonCode: 'cursor-ahead-of-the-venue' });
  await changed(server, 'reset', {});
  expect(await answerTo(server, own)).toMatchObject({ reasonCode: 'cursor-of-another-venue' });
  expect(server.client).toEqual(keys);
  expect(await has(first)).toBe(false);
  expect((await call(server, 'sandbox/clock')).clock).toMatchObject({ mode: 'running' });
  expect(server.pid).toBe(pid);
  expect(await server.stop()).toBe(0);
});
