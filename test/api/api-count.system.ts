/** The count of calls with the real server: across both hosts, and across a stop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mustCall } from '../e2e/support/requests.ts';
import { type Credentials, ServerProcess } from '../e2e/support/server-process.ts';

/** A client that nobody else calls as. */
async function newClient(server: ServerProcess): Promise<Credentials> {
  const credentials = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-operator.json'), 'utf8')) as Credentials;
  const { client } = await mustCall(server, 'admin/createClient', { name: 'Example' }, { credentials });
  const { clientId: clientID } = client as { clientId: string };
  const { developerAPIKey } = await mustCall(server, 'admin/createApiKey', { clientId: clientID }, { credentials });
  return { clientID, developerAPIKey: developerAPIKey as string };
}

async function apiCount(server: ServerProcess, client: Credentials): Promise<unknown> {
  const response = await fetch(`${server.addresses.legacy}/getApiCount`, {
    method: 'POST',
    body: new URLSearchParams({ ...client }),
  });
  return ((await response.json()) as { APICountDetails?: unknown }).APICountDetails;
}

test('counts go on where a stopped server left them', async () => {
  const server = await ServerProcess.start();
  const credentials = await newClient(server);
  const clientId = credentials.clientID;
  for (let call = 0; call < 3; call++) await mustCall(server, 'getAllAccounts', {}, { credentials });
  expect(await apiCount(server, credentials)).toEqual({ clientId, apiCount: '4' });
  // Within the seconds in which counts wait to be written.
  await mustCall(server, 'getAllAccounts', {}, { credentials });
  expect(await server.stop()).toBe(0);
  const again = await server.restart();
  expect(await apiCount(again, credentials)).toEqual({ clientId, apiCount: '6' });
  expect(await again.stop()).toBe(0);
});
