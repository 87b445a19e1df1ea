/** Users of a whole sandbox, signed in as the console does: what they did names them everywhere (O3, O14, O15). */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoOrder } from '../../src/modules/examples/index.ts';
import { welcome } from '../../src/service/prepare-sandbox.ts';
import { readSandboxCredentials } from '../../src/service/sandbox/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startedSandbox } from './started-sandbox.ts';

type Body = Readonly<Record<string, unknown>>;
type Call = (method: string, fields: object) => Promise<Body>;

const ROOT = join(import.meta.dirname, '../..');

/** The cookie that an answer sets, as the browser sends it. */
const cookieIn = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function started(dataDir: string) {
  const { service, demo } = await startedSandbox(dataDir);
  const { api } = service.addresses;
  const post = (path: string, body: object, headers: Readonly<Record<string, string>>) =>
    fetch(`${api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const calling =
    (headers: Readonly<Record<string, string>>): Call =>
    async (method, fields) => {
      const body = (await (await post(`/v3/${method}`, fields, headers)).json()) as Body;
      expect(body).toMatchObject({ statusCode: '101' });
      return body;
    };
  const console = { 'x-openats-console': '1', origin: api! };
  const token = /\/console#token=([\w-]+)/.exec(await welcome(service, { demo, ticker: undefined }))?.[1];
  const link = await post('/console/sign-in/link', { token }, console);
  const { sandboxUsers } = (await link.json()) as { sandboxUsers: { userId: string; roles: string[] }[] };
  /** The session of the user with a role. */
  const signIn = async (role: string) => {
    const userId = sandboxUsers.find(({ roles }) => roles.includes(role))?.userId ?? '';
    const entered = await post('/console/sign-in/link', { userId }, { ...console, cookie: cookieIn(link) });
    return { userId, call: calling({ ...console, cookie: cookieIn(entered) }) };
  };
  const { clientID, developerAPIKey } = readSandboxCredentials(dataDir, 'client');
  const byKey = calling({ authorization: `Bearer ${clientID}:${developerAPIKey}` });
  return { service, demo, signIn, byKey };
}

const changesOf = async (call: Call, orderid: string) =>
  ((await call('getOrderHistory', { orderid })).orderHistory as { change: string; userId: string | null }[]).map(
    ({ change, userId }) => [change, userId],
  );

const orderOf = (answer: Body) => (answer.orderDetails as { orderId: string }).orderId;

test('an order, its changes, a halt and a key name the user who made them', async () => {
  const dataDir = temporaryFolder();
  const { service, demo, signIn, byKey } = await started(dataDir);
  const [trader, operator] = [await signIn('trader'), await signIn('operator')];

  const plain = orderOf(await byKey('createOrder', { ...demoOrder(demo), price: '1.00' }));
  const orderid = orderOf(await trader.call('createOrder', { ...demoOrder(demo), price: '2.00' }));
  await trader.call('replaceOrder', { orderid, price: '2.50' });
  await byKey('cancelOrder', { orderid });
  await operator.call('haltSecurity', { securityId: demo.securityId, reason: 'News is pending' });
  await operator.call('cancelOrders', { clientId: readSandboxCredentials(dataDir, 'client').clientID });
  const own = [
    ['entered', trader.userId],
    ['replaced', trader.userId],
    ['cancelled', null],
  ];
  for (const call of [trader.call, byKey, operator.call]) expect(await changesOf(call, orderid)).toEqual(own);
  expect(await changesOf(byKey, plain)).toEqual([
    ['entered', null],
    ['mass cancelled', null],
  ]);
  expect(await changesOf(operator.call, plain)).toEqual([
    ['entered', null],
    ['mass cancelled', operator.userId],
  ]);

  const auditOf = async (userId: string) =>
    ((await operator.call('admin/getAuditLog', { userId })).entries as Record<string, unknown>[]).map(
      ({ method, keyId, sessionId }) => [method, keyId, typeof sessionId],
    );
  expect(await auditOf(trader.userId)).toEqual([
    ['replaceOrder', null, 'string'],
    ['createOrder', null, 'string'],
    ['signIn', null, 'string'],
  ]);
  const from = new Date(Date.now() - 60_000).toISOString();
  const { replay } = await operator.call('admin/getMarketReplay', { securityId: demo.securityId, from });
  const { events } = replay as { events: { userId: string | null; order?: { change: string }; market?: object }[] };
  expect(events.findLast(({ market }) => market !== undefined)?.userId).toBe(operator.userId);
  expect(events.find(({ order }) => order?.change === 'replaced')?.userId).toBe(trader.userId);

  const { clientID } = readSandboxCredentials(dataDir, 'client');
  const { key } = await operator.call('admin/createApiKey', { clientId: clientID, name: 'Night batch' });
  expect(key).toMatchObject({ madeBy: operator.userId, name: 'Night batch' });

  await service.stop();
  const verify = spawnSync(process.execPath, ['scripts/verify.ts', dataDir, '--replay'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(verify.stderr.split('\n').filter((line) => line.startsWith('PROBLEM'))).toEqual([]);
  expect(verify.stdout).toContain('whole');
  const again = await started(dataDir);
  expect(await changesOf(again.byKey, orderid)).toEqual(own);
});
