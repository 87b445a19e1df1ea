/** The files of the sandbox with the real server: there when it is ready, and used again by the next start. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/cluster/postgres-server.ts';
import { demoOf } from './support/demo-orders.ts';
import { mustCall } from './support/requests.ts';
import { type Credentials, ServerProcess } from './support/server-process.ts';

/** Asked again and again until it is. */
async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ready`)).status === 200;
  } catch {
    return false;
  }
}

test('whoever sees /ready finds the files of the sandbox, whole', async () => {
  const port = String(await freePort());
  const server = ServerProcess.launch({ settings: { PORT: port, SANDBOX_TICKER: 'on' } });
  // Ports open after that: to ask from the start of the process on would take a core from it.
  await server.printed(/the venue is recovered/);
  while (!(await isReady(`http://127.0.0.1:${port}`)));
  const files = readdirSync(server.dataDir).filter((name) => /^sandbox-.*\.json$/.test(name));
  expect(files.sort()).toEqual([
    ...['sandbox-client.json', 'sandbox-counterparty.json', 'sandbox-demo.json', 'sandbox-operator.json'],
    ...['sandbox-ticker-demo.json', 'sandbox-ticker.json'],
  ]);
  const read = (name: string) => JSON.parse(readFileSync(join(server.dataDir, name), 'utf8')) as Record<string, string>;
  for (const name of files) expect(Object.values(read(name)).every((value) => value !== '')).toBe(true);
  await server.ready();
  const { issuerId: issuerID, securityId: securityID } = demoOf(server);
  await mustCall(server, 'getClob', { issuerID, securityID });
  await expectStartWithoutDemo(server);
});

/** The clients of the sandbox delete and limit what they like: a start makes no demo then, and serves. */
async function expectStartWithoutDemo(server: ServerProcess): Promise<void> {
  const { issuerId } = demoOf(server);
  for (const file of ['sandbox-client.json', 'sandbox-ticker.json']) {
    const credentials = JSON.parse(readFileSync(join(server.dataDir, file), 'utf8')) as Credentials;
    await mustCall(server, 'tightenLimits', { limits: { maxOrderQuantity: 1 } }, { credentials });
  }
  await mustCall(server, 'deleteIssuer', { issuerId });
  await server.stop();
  const again = await server.restart();
  const reason = expect.stringContaining('maxOrderQuantity of the client is 1');
  expect(again.logLines.filter(({ msg }) => String(msg).startsWith('the sandbox starts without'))).toMatchObject([
    { level: 'warn', reason },
  ]);
  await again.printed(/There is no demo/);
  // What could be made stays for the next start.
  const made = demoOf(again);
  expect(made.issuerId).not.toBe(issuerId);
  expect(made).not.toHaveProperty('orderId');
  await mustCall(again, 'getIssuer', { issuerId: made.issuerId });
}
