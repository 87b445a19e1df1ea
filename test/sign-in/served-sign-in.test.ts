/** A sandbox with a provider, from the sign-in to the calls of the API, with the venue's own records and sessions. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/cluster/postgres-server.ts';
import { readConfig } from '../../src/config.ts';
import { prepareSandbox } from '../../src/service/prepare-sandbox.ts';
import { Service } from '../../src/service/service.ts';
import { THOROUGH } from '../support/thorough.ts';
import { CookieBrowser } from './browser.ts';
import { CLIENT_ID, CLIENT_SECRET, RunningProvider } from './running-provider.ts';

const SIGN_INS = THOROUGH ? 200 : 50;

let service: Service;
let provider: RunningProvider;
let url: string;
const lines: string[] = [];
beforeAll(async () => {
  const [port, DATA_DIR] = [await freePort(), mkdtempSync(join(tmpdir(), 'openats-sign-in-'))];
  url = `http://localhost:${port}`;
  provider = await RunningProvider.start(url);
  const clientSecretFile = join(DATA_DIR, 'secret');
  writeFileSync(clientSecretFile, CLIENT_SECRET);
  const roles = { claim: 'groups', map: { desk: 'trader' } };
  const client = { claim: 'org', map: { acme: 'C00000002' } };
  const corporate = { name: 'corporate', issuer: provider.issuer, clientId: CLIENT_ID, clientSecretFile };
  const config = readConfig({
    ...{ DATA_DIR, PORT: String(port), LEGACY_PORT: '0', METRICS_PORT: '0', PUBLIC_URL: url },
    ...{ SANDBOX_TICKER: 'off', RATE_LIMIT_PAGES: '0' },
    SIGN_IN_PROVIDERS: JSON.stringify([{ ...corporate, roles, client, createUsers: true }]),
  });
  service = await Service.open(config, pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }));
  await prepareSandbox(service);
  await service.listen();
});
afterAll(async () => {
  await service.stop();
  rmSync(service.config.DATA_DIR, { recursive: true, force: true });
  await provider.stop();
});

/** Through the provider; the browser then has the cookie of a session. */
async function signIn(account: string): Promise<CookieBrowser> {
  const email = `${account}@example.com`;
  provider.accounts.set(account, { email, email_verified: true, name: account, groups: ['desk'], org: 'acme' });
  const browser = new CookieBrowser();
  const begun = await browser.request(`${url}/console/sign-in/oidc/corporate`);
  const there = `${begun.headers.get('location')}&login_hint=${account}`;
  const { next = '' } = await browser.follow(there, (at) => !at.startsWith(url));
  await browser.request(next);
  return browser;
}

const call = async (
  browser: CookieBrowser,
  headers: Record<string, string> = { 'x-openats-console': '1', origin: url },
) =>
  (await (await browser.request(`${url}/v3/getCapabilities`, { headers })).json()) as {
    readonly statusCode: string;
    readonly capabilities?: { readonly user?: { readonly name: string } };
  };

test('a user of the provider calls the API with its session, which the provider ends at once', async () => {
  const browser = await signIn('zoe');
  expect((await call(browser)).capabilities).toMatchObject({
    operator: 'No',
    user: { name: 'zoe', roles: ['trader'] },
  });
  expect((await call(browser, {})).statusCode).toBe('103');
  expect((await call(browser, { 'x-openats-console': '1', origin: 'https://evil.example' })).statusCode).toBe('103');
  const iat = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = { iss: provider.issuer, aud: CLIENT_ID, iat, exp: iat + 60, jti: 'end', sub: 'zoe', events };
  const body = new URLSearchParams({ logout_token: await provider.sign(claims, { typ: 'logout+jwt' }) });
  expect((await fetch(`${url}/console/sign-in/oidc/corporate/back-channel`, { method: 'POST', body })).status).toBe(
    200,
  );
  expect((await call(browser)).statusCode).toBe('103');
});

test(`${SIGN_INS} users sign in at once, and each is itself`, async () => {
  const accounts = Array.from({ length: SIGN_INS }, (_, at) => `user${at}`);
  const browsers = await Promise.all(accounts.map(signIn));
  const names = await Promise.all(browsers.map(async (one) => (await call(one)).capabilities?.user?.name));
  expect(names).toEqual(accounts);
  for (const part of [
    '@example.com',
    ...browsers.map((one) => one.jar(new URL(url).host).get('__Host-openats-session')!),
  ]) {
    expect(lines.some((line) => line.includes(part))).toBe(false);
  }
});
