/** A cookie counts only where a page of this very host sent it: all pairs of headers, for each kind of call (P9). */

import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CredentialGuard, WrongCredentials } from '../../src/http/auth/credential-guard.ts';
import { SessionCookie } from '../../src/http/auth/session-cookie.ts';
import type { Client, SessionChecks } from '../../src/http/methods/client.ts';
import { defineMethod, type Verb } from '../../src/http/methods/method.ts';
import { optional } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { client, HEADER, KEY, OneClient, startHosts, type TestHosts } from './support.ts';

const TOKEN = 't'.repeat(43);
const USER = client({ clientId: 'C200', user: { userId: 'U1', sessionId: 'S1', authenticatedAtUs: 0 } });

class OneSession implements SessionChecks {
  asked: { readonly token: string; readonly isUse: boolean }[] = [];
  check(token: string, _ip: string, isUse: boolean): Client | undefined {
    this.asked.push({ token, isUse });
    return token === TOKEN ? USER : undefined;
  }
  renew(): Client {
    return USER;
  }
}

const whoCalls = (name: string, verb: Verb, more: object = {}) =>
  defineMethod({
    ...{ name, verb, group: 'Things', summary: name, parameters: { thing: optional(text()) }, ...more },
    response: Type.Object({ who: Type.String() }),
    handler: (call) => ({ fields: { who: call.client.user?.userId ?? call.client.clientId } }),
  });

const METHODS = [
  whoCalls('getThing', 'GET'),
  whoCalls('createThing', 'POST', { idempotent: true }),
  whoCalls('changeThing', 'PATCH', { path: '/v3/things', style: 'resource', idempotent: true }),
  whoCalls('deleteThing', 'DELETE'),
  whoCalls('putFile', 'PUT', { uploads: { filesMax: 1, bytesMax: 100, fields: {} } }),
];
const WAYS = [
  { verb: 'GET', path: '/v3/getThing' },
  { verb: 'POST', path: '/v3/createThing' },
  { verb: 'PATCH', path: '/v3/things' },
  { verb: 'DELETE', path: '/v3/deleteThing' },
  { verb: 'PUT', path: '/v3/putFile' },
] as const;

const ASKED = [undefined, '1', 'background', '0', 'true', ''];
const SITES = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', ''];
const HOST = 'ats.example.com';
const ORIGINS = [
  ...[undefined, `https://${HOST}`, `https://ATS.example.com`, `https://${HOST}:8443`, 'https://evil.example.com'],
  ...['null', '', `https://${HOST}.evil.com`, `https://evil.com/${HOST}`, 'https://sub.ats.example.com'],
];
const OWN_ORIGINS: readonly (string | undefined)[] = [`https://${HOST}`, 'https://ATS.example.com'];
const REFERERS = [
  undefined,
  `https://${HOST}/console/orders`,
  'https://evil.example.com/',
  `https://evil.com/${HOST}`,
  '',
];
const OWN_REFERER = REFERERS[1];
const COOKIES = [
  { cookie: `__Host-openats-session=${TOKEN}`, isNamed: true },
  { cookie: `a=b; __Host-openats-session=${TOKEN}; c=d`, isNamed: true },
  { cookie: `openats-session=${TOKEN}`, isNamed: false },
  { cookie: `x__Host-openats-session=${TOKEN}`, isNamed: false },
  { cookie: `a="__Host-openats-session=${TOKEN}"`, isNamed: false },
];

describe('the cookie of a session', () => {
  let hosts: TestHosts;
  const sessions = new OneSession();
  beforeAll(async () => {
    const sessionCookie = new SessionCookie(`https://${HOST}`);
    hosts = await startHosts(METHODS, { sessions, sessionCookie, failuresMax: 0 });
  });
  afterAll(() => hosts.close());

  async function call(way: (typeof WAYS)[number], headers: Record<string, string | undefined>) {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const answer = await hosts.v3.inject({
      method: way.verb,
      url: way.path,
      headers: { host: HOST, 'content-type': 'application/json', ...(sent as Record<string, string>) },
      ...(way.verb === 'GET' ? {} : { payload: '{}' }),
    });
    return answer.json<{ statusCode: string; who?: string }>();
  }

  test.each(WAYS)(
    'is taken for $verb $path with the header and from a page of the host, and never else',
    async (way) => {
      let taken = 0;
      for (const asked of ASKED) {
        for (const site of SITES) {
          for (const origin of ORIGINS) {
            for (const { cookie, isNamed } of COOKIES) {
              const isOwn = site === undefined ? OWN_ORIGINS.includes(origin) : site === 'same-origin';
              const counts = isNamed && isOwn && (asked === '1' || asked === 'background');
              const headers = { cookie, origin, 'sec-fetch-site': site, 'x-openats-console': asked };
              const { statusCode, who } = await call(way, headers);
              expect([statusCode, who], JSON.stringify(headers)).toEqual(counts ? ['101', 'U1'] : ['103', undefined]);
              taken += Number(counts);
            }
          }
        }
      }
      expect(taken).toBe(2 * 2 * (ORIGINS.length + OWN_ORIGINS.length));
    },
  );

  test.each(WAYS)('is taken for $verb $path by the referring page where the browser names no origin', async (way) => {
    for (const origin of [undefined, 'null', '', 'https://evil.example.com']) {
      for (const site of [undefined, 'cross-site', 'same-site']) {
        for (const referer of REFERERS) {
          const cookie = `__Host-openats-session=${TOKEN}`;
          const headers = { cookie, origin, referer, 'sec-fetch-site': site, 'x-openats-console': '1' };
          const counts = site === undefined && origin === undefined && referer === OWN_REFERER;
          const { statusCode } = await call(way, headers);
          expect(statusCode, JSON.stringify(headers)).toBe(counts ? '101' : '103');
        }
      }
    }
  });

  const OWN = { cookie: `__Host-openats-session=${TOKEN}`, 'sec-fetch-site': 'same-origin', 'x-openats-console': '1' };

  test('gives way to the header Authorization, also to a wrong one', async () => {
    expect(await call(WAYS[1], { ...OWN, authorization: HEADER })).toMatchObject({ who: 'C100' });
    const wrong = `${HEADER.slice(0, -1)}x`;
    expect(await call(WAYS[1], { ...OWN, authorization: wrong })).toMatchObject({ statusCode: '103' });
  });

  test('wins over credentials in the body, and is taken by no legacy method', async () => {
    const body = { clientID: 'C100', developerAPIKey: KEY };
    const request = { method: 'POST', headers: { host: HOST, ...OWN }, payload: body } as const;
    expect((await hosts.v3.inject({ ...request, url: '/v3/createThing' })).json()).toMatchObject({ who: 'U1' });
    const legacy = await hosts.legacy.inject({ ...request, url: '/createThing', payload: {} });
    expect(legacy.json()).not.toHaveProperty('who');
  });

  test('says that its session is over, and what was no use', async () => {
    const over = await call(WAYS[0], { ...OWN, cookie: `__Host-openats-session=${'x'.repeat(43)}` });
    expect(over).toMatchObject({ statusCode: '103', 'Error(s)': 'the session is over: sign in again' });
    sessions.asked = [];
    await call(WAYS[0], OWN);
    await call(WAYS[0], { ...OWN, 'x-openats-console': 'background' });
    expect(sessions.asked.map(({ isUse }) => isUse)).toEqual([true, false]);
  });
});

describe('the name of the cookie', () => {
  test.each([
    ['https://ats.example.com', 'ats.example.com', true],
    ['https://ats.example.com', '10.0.0.1', true],
    ['http://ats.example.com', 'ats.example.com', false],
    ['http://ats.example.com', 'localhost:8080', true],
    [null, '127.0.0.1:8080', true],
    [null, '[::1]:8080', true],
    [null, 'localhost', true],
    [null, '10.0.0.1:8080', false],
    [null, 'localhost.evil.com', false],
    [null, undefined, false],
    [null, 'not a host', false],
  ])('for the public address %s and the host %s has the prefix: %s', (publicUrl, host, hasPrefix) => {
    const name = new SessionCookie(publicUrl).nameFor(host === undefined ? {} : { host });
    expect(name).toBe(hasPrefix ? '__Host-openats-session' : 'openats-session');
  });

  test('is of the public host too, where a proxy asks by another name', () => {
    const cookie = `__Host-openats-session=${TOKEN}`;
    const headers = { cookie, host: '10.0.0.1:8080', origin: 'https://ats.example.com' };
    expect(new SessionCookie('https://ats.example.com').ofUpgrade(headers)).toBe(TOKEN);
    expect(new SessionCookie('https://other.example.com').ofUpgrade(headers)).toBeUndefined();
  });
});

test('tokens that are nobody’s lock an address out, as wrong keys do, and right ones pass', async () => {
  const sessions = new OneSession();
  const guard = new CredentialGuard({ authenticator: new OneClient(), sessions, failuresMax: 3, nowMs: () => 0 });
  const check = async (token: string, ip = '192.0.2.1') => guard.checkSession({ token, isUse: true }, ip);
  for (const waits of [0, 0, 0, 60, 60]) expect(await check('wrong')).toEqual(new WrongCredentials(waits));
  expect(await check('wrong', '192.0.2.2')).toEqual(new WrongCredentials(0));
  expect(await check(TOKEN)).toBe(USER);
  expect(await guard.check({ clientId: 'C1', developerApiKey: 'wrong' }, '192.0.2.1')).toEqual(
    new WrongCredentials(60),
  );
});

test('a flood of wrong tokens keeps no session waiting that was valid a moment ago', async () => {
  const lookups: (() => void)[] = [];
  const sessions: SessionChecks = {
    check: async (token) => {
      await new Promise<void>((resolve) => lookups.push(resolve));
      return token === TOKEN ? USER : undefined;
    },
    wasValid: (token) => token === TOKEN || token === 'ended',
    renew: () => USER,
  };
  const answerAll = async () => {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (lookups.length === 0) return;
      for (const answer of lookups.splice(0)) answer();
    }
  };
  const guard = new CredentialGuard({ authenticator: new OneClient(), sessions, failuresMax: 1, nowMs: () => 0 });
  const check = (token: string) => guard.checkSession({ token, isUse: true }, '192.0.2.1');
  await Promise.all([check('wrong'), answerAll()]);
  const flood = Array.from({ length: 101 }, () => check('wrong'));
  expect(flood.at(-1)).toEqual(new WrongCredentials(60));
  await new Promise((resolve) => setImmediate(resolve));
  expect(lookups).toHaveLength(1);
  // It is looked up next to the flood.
  const known = check(TOKEN);
  const ended = check('ended');
  expect(lookups).toHaveLength(3);
  for (const answer of lookups.splice(1)) answer();
  expect(await known).toBe(USER);
  expect(await ended).toBeInstanceOf(WrongCredentials);
  await answerAll();
});
