/** Who gets the sandbox's keys over HTTP (N5): whoever opens a printed link first, on this machine. */
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { prepareSandbox } from '../../src/service/prepare-sandbox.ts';
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
  const prepared = await prepareSandbox(service);
  await service.listen();
  const keys = ['client', 'operator'].map((who) => {
    const text = readFileSync(join(DATA_DIR, `sandbox-${who}.json`), 'utf8');
    return (JSON.parse(text) as { developerAPIKey: string }).developerAPIKey;
  });
  return { welcome: prepared.welcome(undefined), port: Number(new URL(service.addresses.api).port), keys };
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

async function askForUsers(api: string, token = ''): Promise<string> {
  const headers = { 'x-openats-console': '1', 'x-openats-token': token };
  return (await fetch(`${api}/console/sandbox-sign-in`, { method: 'POST', headers })).text();
}

const tokenOf = (welcome: string, path: string) => new RegExp(`${path}([\\w-]+)`).exec(welcome)?.[1];

describe('a sandbox on a loopback address', () => {
  test('gives its keys once to each printed link, and to nobody behind a proxy that says nothing', async () => {
    const { welcome, port, keys } = await start('127.0.0.1');
    const api = `http://127.0.0.1:${port}`;
    const proxy = await silentProxy(port);
    const seen = [await askForUsers(proxy), await (await fetch(`${proxy}/docs`)).text(), await askForUsers(api)];
    for (const key of keys) expect(seen.join()).not.toContain(key);

    const token = tokenOf(welcome, '/console#token=');
    const [first, second] = [await askForUsers(api, token), await askForUsers(api, token)];
    for (const key of keys) expect(first).toContain(key);
    for (const key of keys) expect(second).not.toContain(key);

    const docs = `${api}/docs?token=${tokenOf(welcome, '/docs\\?token=')}`;
    expect((await fetch(docs, { method: 'HEAD' })).status).toBe(200);
    const [client = ''] = keys;
    expect(await (await fetch(docs)).text()).toContain(client);
    expect(await (await fetch(docs)).text()).not.toContain(client);
  });
});

describe('a sandbox on another address', () => {
  test('says so, and shows no key', async () => {
    const { welcome, port, keys } = await start('0.0.0.0');
    expect(welcome).toContain('WARNING: this is a sandbox on an address that other machines may reach');
    expect(welcome).not.toContain('token=');
    const api = `http://127.0.0.1:${port}`;
    const seen = [await askForUsers(api), await (await fetch(`${api}/docs`)).text()].join();
    for (const key of keys) expect(seen).not.toContain(key);
  });
});
