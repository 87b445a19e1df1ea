/** The links that the sandbox prints: for a person the console's, for a program's author the reference page's. */
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { ROLES } from '../../src/modules/users/index.ts';
import { prepareSandbox, welcome } from '../../src/service/prepare-sandbox.ts';
import { Service } from '../../src/service/service.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Started {
  readonly welcome: string;
  readonly port: number;
  readonly keys: readonly string[];
}

async function start(host: string): Promise<Started> {
  const DATA_DIR = temporaryFolder();
  const ports = { PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' };
  const config = readConfig({ DATA_DIR, HOST: host, SANDBOX_TICKER: 'off', ...ports });
  const service = await Service.open(config, pino({ level: 'silent' }));
  closeAfterTest(() => service.stop());
  const demo = await prepareSandbox(service);
  await service.listen();
  const keys = ['client', 'operator'].map((who) => {
    const text = readFileSync(join(DATA_DIR, `sandbox-${who}.json`), 'utf8');
    return (JSON.parse(text) as { developerAPIKey: string }).developerAPIKey;
  });
  return {
    welcome: await welcome(service, { demo, ticker: undefined }),
    port: Number(new URL(service.addresses.api).port),
    keys,
  };
}

/** A proxy without its own headers: it passes a path on with the name of its server. */
async function silentProxy(port: number): Promise<string> {
  const proxy: Server = createServer((incoming, answer) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const passed = { ...headers, host: `127.0.0.1:${port}` };
    incoming.pipe(
      request({ port, method, path: url, headers: passed }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closeAfterTest(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function openLink(api: string, token = ''): Promise<Response> {
  const headers = { 'x-openats-console': '1', origin: api, 'content-type': 'application/json' };
  return fetch(`${api}/console/sign-in/link`, { method: 'POST', headers, body: JSON.stringify({ token }) });
}

const tokenOf = (welcome: string, path: string) => new RegExp(`${path}([\\w-]+)`).exec(welcome)?.[1];

/** P19. */
async function expectConsoleLinkWorksOnce({ welcome, port, keys }: Started): Promise<void> {
  const api = `http://127.0.0.1:${port}`;
  const token = tokenOf(welcome, '/console#token=');
  expect((await openLink(api)).status).toBe(401);
  const [first, second] = [await openLink(api, token), await openLink(api, token)];
  expect([first.status, second.status]).toEqual([200, 401]);
  const { sandboxUsers } = (await first.json()) as { sandboxUsers: { userId: string; roles: string[] }[] };
  expect(sandboxUsers.flatMap(({ roles }) => roles)).toEqual([...ROLES]);
  for (const key of keys) expect(JSON.stringify(sandboxUsers)).not.toContain(key);

  const [chosen] = first.headers.getSetCookie()[0]?.split(';') ?? [];
  const headers = { 'x-openats-console': '1', origin: api, 'content-type': 'application/json', cookie: chosen ?? '' };
  const body = JSON.stringify({ userId: sandboxUsers[0]?.userId });
  const entered = await fetch(`${api}/console/sign-in/link`, { method: 'POST', headers, body });
  const [session = ''] = entered.headers.getSetCookie()[0]?.split(';') ?? [];
  const call = await fetch(`${api}/v3/getCapabilities`, { headers: { ...headers, cookie: session } });
  expect(await call.json()).toMatchObject({ statusCode: '101', capabilities: { operator: 'No' } });
}

test('on 127.0.0.1: the link of the console works once; the reference page has the key once', async () => {
  const started = await start('127.0.0.1');
  await expectConsoleLinkWorksOnce(started);
  const { welcome, port, keys } = started;
  const api = `http://127.0.0.1:${port}`;
  // Nobody behind a proxy that says nothing has the key.
  const proxy = await silentProxy(port);
  const seen = await (await fetch(`${proxy}/docs`)).text();
  for (const key of keys) expect(seen).not.toContain(key);
  const docs = `${api}/docs?token=${tokenOf(welcome, '/docs\\?token=')}`;
  expect((await fetch(docs, { method: 'HEAD' })).status).toBe(200);
  const [client = ''] = keys;
  expect(await (await fetch(docs)).text()).toContain(client);
  expect(await (await fetch(docs)).text()).not.toContain(client);
});

test('on an address that other machines may reach: the link works once; the key is shown nowhere', async () => {
  const started = await start('0.0.0.0');
  await expectConsoleLinkWorksOnce(started);
  const { welcome, port, keys } = started;
  expect(welcome).toContain('WARNING: this is a sandbox on an address that other machines may reach');
  expect(welcome).not.toContain('docs?token=');
  const seen = await (await fetch(`http://127.0.0.1:${port}/docs`)).text();
  for (const key of keys) expect(seen).not.toContain(key);
});
