/**
 * The first five minutes of a newcomer, with the real server: start it, paste what it prints, and see the order trade.
 */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../support/database.ts';
import { databaseSetting } from './support/database-setting.ts';
import { type Demo, demoIn } from './support/greeting.ts';
import { authorizationOf, call, mustCall } from './support/requests.ts';
import { type Credentials, ServerProcess } from './support/server-process.ts';
import { StreamLine } from './support/stream-line.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

const SETTINGS = {
  MARKET_ALWAYS_OPEN: 'true',
  LOG_LEVEL: 'trace',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
};

interface Printed {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The command that the welcome text offers to paste. */
function commandIn(welcome: string): string {
  return /^ {2}(curl [\s\S]*')\n/m.exec(welcome)?.[1] ?? '';
}

function partsOf(command: string): Printed {
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]);
  return {
    url: /curl -sS (\S+)/.exec(command)?.[1] ?? '',
    headers: Object.fromEntries(headers),
    body: /-d '([^']+)'/.exec(command)?.[1] ?? '',
  };
}

/** Pastes the command into a shell; where there is no curl, sends what it would. */
async function paste(command: string): Promise<Record<string, unknown>> {
  if (spawnSync('curl', ['--version']).error === undefined) {
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }
  const { url, headers, body } = partsOf(command);
  return (await (await fetch(url, { method: 'POST', headers, body })).json()) as Record<string, unknown>;
}

describeOnEachDatabase('a first order', (databases) => {
  async function settings(): Promise<Record<string, string>> {
    const { url } = await databases.location();
    return { ...SETTINGS, ...databaseSetting(url) };
  }

  test('is bought by the printed command; a restart keeps it, and the welcome text is right', async () => {
    const receiver = await WebhookReceiver.start();
    const server = await ServerProcess.start({ settings: await settings() });
    const welcome = await server.welcome();
    expect(welcome).toContain('5000 shares are offered at 10.25. Its market is open around the clock.');
    const command = commandIn(welcome);
    expect(partsOf(command)).toMatchObject({
      url: `${server.addresses.api}/v3/createOrder`,
      headers: { Authorization: authorizationOf(server.client), 'Content-Type': 'application/json' },
    });
    const demo = demoIn(welcome);
    const keys: readonly Credentials[] = [server.client, server.operator];
    await createWebhooks(server, receiver);
    const lines = await subscribedLines(server, demo);

    const answer = await paste(command);
    expect(answer).toMatchObject({ statusCode: '101', orderDetails: { action: 'Bid', orderStatus: 'Live' } });
    const { orderId } = answer.orderDetails as { orderId: string };
    for (const line of lines) {
      expect(await line.next()).toMatchObject({
        type: 'update',
        securityId: demo.securityID,
        seq: 2,
        prevSeq: 1,
        bid: null,
        offer: { price: '10.250000', quantity: 4900, orders: 1 },
      });
    }
    await expectExecuted(server, orderId);
    const { orderDetailsAll } = await mustCall(server, 'getClob', { ...demo });
    expect(orderDetailsAll).toEqual({
      securityID: demo.securityID,
      orderDetailsBid: '--',
      orderDetailsOffer: '10.250000',
    });
    await expectWebhooks(server, receiver, { orderId, securityId: demo.securityID });
    await expectRefused(server);
    expect(await server.stop(), server.account()).toBe(0);
    expect(receiver.received).toHaveLength(4);
    expectNoKeys(server);

    const again = await server.restart();
    await expectSame(server, again);
    expect([again.client, again.operator]).toEqual(keys);
    await expectAllNamedAnswers(again);
    const newKey = await sendKeysEverywhere(again);
    expect(await again.stop(), again.account()).toBe(0);
    expectNoKeys(again, newKey);
    expect(again.logLines.length).toBeGreaterThan(8);
  });
});

/** After a restart: keys, demo and orders are those of before, and nothing was made twice. */
async function expectSame(before: ServerProcess, server: ServerProcess): Promise<void> {
  const demo = demoIn(await server.welcome());
  expect(demo).toEqual(demoIn(await before.welcome()));
  expect(await server.welcome()).toContain('4900 shares are offered at 10.25.');
  const { issuerDetails } = await mustCall(server, 'getIssuerApprovedSecurities', { issuerID: demo.issuerID });
  expect(issuerDetails).toHaveLength(1);
  const line = await StreamLine.open(server, server.client);
  line.send({ op: 'subscribe', channel: 'topOfBook', securityIds: ['*'] });
  expect(await line.next()).toMatchObject({ type: 'subscribed' });
  expect(await line.next()).toMatchObject({
    securityId: demo.securityID,
    seq: 2,
    offer: { quantity: 4900, orders: 1 },
  });
  const { clients } = await mustCall(server, 'admin/getClients', {}, { credentials: server.operator });
  expect(clients).toHaveLength(3);
}

/** Whatever the welcome text names. */
async function expectAllNamedAnswers(server: ServerProcess): Promise<void> {
  const welcome = await server.welcome();
  const { api, legacy, metrics } = server.addresses;
  for (const address of [`${api}/v3`, `${api}/docs`, `${api}/openapi.json`, legacy, `${metrics}/metrics`]) {
    expect(welcome).toContain(address);
  }
  for (const page of ['docs', 'console']) {
    const answer = await fetch(`${api}/${page}`);
    expect(answer.status, page).toBe(200);
    expect(await answer.text(), page).toContain('<html');
  }
  const openapi = (await (await fetch(`${api}/openapi.json`)).json()) as { paths: Record<string, unknown> };
  expect(Object.keys(openapi.paths)).toContain('/v3/createOrder');
  expect(await (await fetch(`${metrics}/metrics`)).text()).toMatch(/^process_cpu_seconds_total/m);
  for (const probe of ['health', 'ready']) {
    const reply = await fetch(`${api}/${probe}`);
    expect([reply.status, ((await reply.json()) as { statusCode: string }).statusCode], probe).toEqual([200, '101']);
  }
  // The legacy host has only the retired methods, and answers in the same envelope.
  const unknown = await fetch(`${legacy}/v3/createOrder`, { method: 'POST' });
  expect([unknown.status, ((await unknown.json()) as { statusCode: string }).statusCode]).toEqual([404, '104']);
}

/** Sends keys in every way, right and wrong; a new key, which was answered. */
async function sendKeysEverywhere(server: ServerProcess): Promise<string> {
  const { client, operator } = server;
  const almost = { ...client, developerAPIKey: `${client.developerAPIKey}x` };
  expect((await call(server, 'getOrder', { orderid: '1' }, { credentials: almost })).http).toBe(401);
  expect((await call(server, 'getOrder', { orderid: '1', ...almost }, { credentials: null })).http).toBe(401);
  expect((await call(server, 'getOrder', { orderid: '1', ...client }, { credentials: null })).http).toBe(200);
  const malformed = { orderid: client.developerAPIKey, developerAPIKey: operator.developerAPIKey };
  expect((await call(server, 'getOrder', malformed)).body.statusCode).toBe('106');
  expect((await call(server, 'createOrder', client, { credentials: null })).body.statusCode).toBe('106');
  await fetch(`${server.addresses.api}/v3/getOrder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"clientID":"${client.clientID}","developerAPIKey":"${client.developerAPIKey}"`,
  });
  const { key, developerAPIKey } = await mustCall(
    server,
    'admin/createApiKey',
    { clientId: client.clientID },
    { credentials: operator },
  );
  expect(key).toMatchObject({ clientId: client.clientID });
  return developerAPIKey as string;
}

async function createWebhooks(server: ServerProcess, receiver: WebhookReceiver): Promise<void> {
  for (const method of ['createOrder', 'updateOrder', 'matchedTradenotify']) {
    const webhook = { clientId: server.client.clientID, method, url: receiver.urlFor(method) };
    await mustCall(server, 'admin/createWebhook', webhook, { credentials: server.operator });
  }
}

/** Two lines with the top of the demo's book: one authenticated by header, one by message. */
async function subscribedLines(server: ServerProcess, { securityID }: Demo): Promise<readonly StreamLine[]> {
  const { client } = server;
  const byHeader = await StreamLine.open(server, client);
  const byMessage = await StreamLine.open(server, null);
  byMessage.send({ op: 'auth', ...client, id: 1 });
  expect(await byMessage.next()).toEqual({ type: 'authenticated', id: 1, clientID: client.clientID });
  for (const line of [byHeader, byMessage]) {
    line.send({ op: 'subscribe', channel: 'topOfBook', securityIds: [securityID], id: 2 });
    expect(await line.next()).toMatchObject({ type: 'subscribed', id: 2, securityIds: [securityID] });
    expect(await line.next()).toMatchObject({
      type: 'snapshot',
      securityId: securityID,
      seq: 1,
      market: 'open',
      bid: null,
      offer: { price: '10.250000', quantity: 5000, orders: 1 },
    });
  }
  return [byHeader, byMessage];
}

async function expectExecuted(server: ServerProcess, orderId: string): Promise<void> {
  const { orderDetails } = await mustCall(server, 'getOrder', { orderid: orderId });
  expect(orderDetails).toMatchObject([
    {
      status: 'Executed',
      number_shares: '100.000000',
      shares_remaining: '0.000000',
      matchedOrders: [{ executedPrice: '10.250000', executedQuantity: '100.000000' }],
    },
  ]);
}

/** The order, its execution and the match are delivered, and the log of deliveries has them. */
async function expectWebhooks(
  server: ServerProcess,
  receiver: WebhookReceiver,
  { orderId, securityId }: { readonly orderId: string; readonly securityId: string },
): Promise<void> {
  const [created] = await receiver.of('createOrder', 1);
  expect(created?.fields).toMatchObject({
    orderId,
    securityId,
    action: 'Bid',
    quantity: '100.000000',
    orderStatus: 'Live',
  });
  expect(created?.headers['user-agent']).toBe('OpenATS/1.0');
  // Both orders of the match are this client's.
  const updates = await receiver.of('updateOrder', 2);
  expect(updates.map(({ fields }) => [fields.action, fields.orderStatus]).sort()).toEqual([
    ['Bid', 'Executed'],
    ['Offer', 'Partially Executed'],
  ]);
  const [match] = await receiver.of('matchedTradenotify', 1);
  expect(match?.fields).toMatchObject({ bidOrderId: orderId, Price: '10.250000', numberOfShares: '100.000000' });
  expect(match?.headers).not.toHaveProperty('user-agent');
  const { matchedTradeDetails } = await mustCall(server, 'getMatchedTrade', { matchId: match?.fields.matchId });
  expect(matchedTradeDetails).toMatchObject({ ordersMatched: { bidOrderId: orderId } });
  const { clientID: clientId } = server.client;
  const outcomes = async () => {
    const log = await mustCall(server, 'admin/getWebhookDeliveries', { clientId }, { credentials: server.operator });
    return (log.deliveries as { outcome: string }[]).map(({ outcome }) => outcome);
  };
  // A delivery is logged when the receiver has answered, which may be after the receiver has it.
  while ((await outcomes()).length < 4);
  expect(await outcomes()).toEqual(Array.from({ length: 4 }, () => 'delivered'));
}

/** A line with a wrong key is closed. */
async function expectRefused(server: ServerProcess): Promise<void> {
  const stranger = await StreamLine.open(server, null);
  const refused = stranger.closed();
  stranger.send({ op: 'auth', clientID: server.client.clientID, developerAPIKey: 'wrong', id: 1 });
  expect(await stranger.next()).toMatchObject({ type: 'error', code: 'authentication-failed' });
  expect(await refused).toBe(4401);
}

/** Apart from the welcome text nothing that the server wrote holds a key. */
function expectNoKeys(server: ServerProcess, ...others: string[]): void {
  const [welcome] = /\nOpenATS is ready\.\n[\s\S]*-d '.*'\n\n/.exec(server.stdout) ?? [];
  const written = server.stdout.replace(welcome as string, '') + server.stderr;
  for (const key of [server.client.developerAPIKey, server.operator.developerAPIKey, ...others]) {
    expect(written).not.toContain(key);
  }
}
