/** A session over HTTP is recorded, with the refusals of it, and runs again (Z13). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runScript } from '../../../scripts/sandbox/run-script.ts';
import type { SessionScript } from '../../../src/modules/sandbox/session-script.ts';
import { readSandboxCredentials } from '../../../src/service/sandbox/credentials.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { Sandbox } from './sandbox.ts';

type Fields = Record<string, unknown>;

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** As npm run sandbox -- record FILE; the returned function is Ctrl C, and resolves to what was printed. */
async function recordOnCommandLine(file: string, { url, dataDir }: { readonly url: string; readonly dataDir: string }) {
  const args = [`${ROOT}/scripts/sandbox.ts`, 'record', file, '--url', url, '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  closeAfterTest(async () => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  expect(first.value).toBe('calls are recorded; Ctrl C ends it');
  return async () => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    const last = await lines.next();
    expect(await exited).toEqual([0, null]);
    return last.value;
  };
}

test('what programs of a client and the operator call is a script, which runs again in its order', async () => {
  const sandbox = await Sandbox.open({ MARKET_ALWAYS_OPEN: 'true' });
  const { issuerId, securityId, accountId } = await sandbox.invest();
  await sandbox.service.listen();
  const { api: url, legacy } = sandbox.service.addresses;
  const key = (who: 'client' | 'operator') => {
    const { clientID, developerAPIKey } = readSandboxCredentials(sandbox.config.DATA_DIR, who);
    return `${clientID}:${developerAPIKey}`;
  };
  const call = async (who: 'client' | 'operator', path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key(who)}`, ...init.headers };
    return (await (await fetch(`${url}/v3/${path}`, { ...init, headers })).json()) as Fields;
  };
  const post = (who: 'client' | 'operator', path: string, fields: Fields, headers: Record<string, string> = {}) =>
    call(who, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    });
  const recording = async (path = '') => (await call('operator', `sandbox/recording${path}`)).recording;

  expect(await recording()).toBeNull();
  expect(await post('client', 'sandbox/recording', { clientId: 'C1' })).toMatchObject({ statusCode: '106' });
  expect(await post('operator', 'sandbox/recording/end', {})).toMatchObject({ statusCode: '404' });
  const [clientId] = key('client').split(':');
  await post('operator', 'sandbox/recording', { clientId });
  const order = {
    ...{ memberid: '1', issuerid: issuerId, accountid: accountId, securityid: securityId, type: 'Limit' },
    ...{ action: 'Buy', quantity: 10, price: '10', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  };
  const { orderDetails } = await post('client', 'createOrder', order, { 'idempotency-key': 'once' });
  const { id } = orderDetails as { id: string };
  await call('client', 'getOrder', { method: 'POST', body: new URLSearchParams({ orderid: id }) });
  expect(await post('client', 'getOrder', { orderid: '1' })).toMatchObject({ statusCode: '404' });
  await post('operator', 'haltSecurity', { securityId, reason: 'News' });
  await post('operator', 'resumeSecurity', { securityId, reason: 'News' });
  await call('client', `ats/orders/${id}`);
  const form = new FormData();
  form.append('orderid', id);
  await call('client', 'getOrder', { method: 'POST', body: form });
  form.append('accountId', accountId);
  form.append('documentTitle', 'documentTitle0=A letter');
  form.append('file_name', 'filename0=letter.txt');
  form.append('userfile0', new Blob(['text']), 'letter.txt');
  await call('client', 'uploadAccountDocument', { method: 'POST', body: form });
  await fetch(`${legacy}/getOrder`, { method: 'POST', body: new URLSearchParams({ orderid: id }) });
  await fetch(`${url}/v3/getOrder`, { method: 'POST', headers: { authorization: 'Bearer C1:wrong' } });
  await post('client', 'sandbox/clock/advance', { by: '1h' });
  await call('client', 'sandbox/clock');
  await post('client', 'cancelOrder', { orderid: id });
  expect(await recording()).toEqual({ state: 'On', calls: 9, leftOut: 1 });
  await post('operator', 'sandbox/recording/end', {});
  await post('client', 'cancelOrder', { orderid: id });
  const answer = await call('operator', 'sandbox/recording?script=Yes');
  expect(answer.recording).toEqual({ state: 'Ended', calls: 9, leftOut: 1 });
  const { calls } = JSON.parse(answer.script as string) as SessionScript;
  expect(calls.map(({ as, path, statusCode }) => `${as} ${path} ${statusCode}`)).toEqual([
    'client /v3/createOrder 101',
    'client /v3/getOrder 101',
    'client /v3/getOrder 404',
    'operator /v3/haltSecurity 101',
    'operator /v3/resumeSecurity 101',
    'client /v3/ats/orders/@{id1} 101',
    'client /v3/getOrder 101',
    'client /v3/sandbox/clock/advance 101',
    'client /v3/cancelOrder 101',
  ]);

  const saved = join(temporaryFolder(), 'session.json');
  writeFileSync(saved, answer.script as string);
  const credentials = { client: key('client'), operator: key('operator') };
  const before = sandbox.events.filter(({ type }) => type === 'order').length;
  await runScript(saved, { url, credentials, secrets: new Map(), print: () => {} });
  expect(sandbox.events.filter(({ type }) => type === 'order').length).toBe(before + 2);

  const end = await recordOnCommandLine(saved, { url, dataDir: sandbox.config.DATA_DIR });
  await post('client', 'createOrder', order);
  await post('operator', 'haltSecurity', { securityId, reason: 'News' });
  expect(await end()).toBe(`2 calls are in ${saved}`);
  const again = JSON.parse(readFileSync(saved, 'utf8')) as SessionScript;
  expect(again.calls.map(({ as }) => as)).toEqual(['client', 'operator']);
});
