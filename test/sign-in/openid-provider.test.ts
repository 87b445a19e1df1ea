import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Flow,
  OpenIdProvider,
  type ProviderRefusal,
  type ProviderSettings,
  readProviders,
} from '../../src/providers/openid/index.ts';
import { CookieBrowser } from './browser.ts';
import { CLIENT_ID, CLIENT_SECRET, type Lie, RunningProvider } from './running-provider.ts';

const VENUE = 'http://venue.localhost:8080';
const REDIRECT = `${VENUE}/console/sign-in/oidc/corporate/callback`;

let running: RunningProvider;
beforeAll(async () => {
  running = await RunningProvider.start(VENUE);
  running.accounts.set('alice', { email: 'alice@example.com', email_verified: true, name: 'Alice', groups: ['desk'] });
  running.accounts.set('mallory', { email: 'alice@example.com', email_verified: false });
});
afterAll(() => running.stop());
beforeEach(() => {
  running.lie = undefined;
});

const settings = (changes: object = {}): ProviderSettings => {
  const one = { name: 'corporate', issuer: running.issuer, clientId: CLIENT_ID, clientSecretEnv: 'SECRET', ...changes };
  return readProviders(JSON.stringify([one]), { SECRET: CLIENT_SECRET })[0] as ProviderSettings;
};
const provider = (changes: object = {}, timeoutMs = 100_000) =>
  new OpenIdProvider(settings(changes), { redirectUri: () => REDIRECT, timeoutMs });

/** Up to the address that the provider sends the browser back to. */
async function authenticate(of: OpenIdProvider, { account = 'alice', again = false } = {}) {
  const { url, flow } = await of.begin(again);
  const { next = '' } = await new CookieBrowser().follow(`${url}&login_hint=${account}`, (at) => !at.startsWith(VENUE));
  return { flow, query: next.slice(next.indexOf('?') + 1) };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('was not refused'),
    (error: ProviderRefusal) => `${error.kind}: ${error.message}`,
  );

describe('a sign-in at a provider', () => {
  test('gives subject, session, verified address and the claims of both answers', async () => {
    const corporate = provider({ roles: { claim: 'groups', map: { desk: 'trader' } } });
    const { flow, query } = await authenticate(corporate);
    const identity = await corporate.complete(query, flow);
    expect(identity).toMatchObject({ issuer: running.issuer, subject: 'alice', email: 'alice@example.com' });
    expect(identity.claims).toMatchObject({ groups: ['desk'], name: 'Alice' });
    expect(identity.sid).toEqual(expect.any(String));
  });

  test('gives no address that the provider did not verify', async () => {
    const corporate = provider();
    const { flow, query } = await authenticate(corporate, { account: 'mallory' });
    expect((await corporate.complete(query, flow)).email).toBeUndefined();
  });

  test('works with a new key of the provider', async () => {
    const corporate = provider();
    const first = await authenticate(corporate);
    await corporate.complete(first.query, first.flow);
    await running.rotateKeys(VENUE);
    vi.setSystemTime(Date.now() + 61_000);
    try {
      const second = await authenticate(corporate);
      expect((await corporate.complete(second.query, second.flow)).subject).toBe('alice');
    } finally {
      vi.useRealTimers();
    }
  });

  test('says when and how the user proved who it is, and nothing that the provider does not say', async () => {
    const corporate = provider();
    expect(new URL((await corporate.begin(false)).url).searchParams.get('max_age')).toBe('31536000');
    const proofOf = async (changes: object) => {
      const { flow, query } = await authenticate(corporate);
      running.lie = ({ auth_time, ...claims }, keys) => keys.sign({ ...claims, ...{ auth_time, ...changes } });
      const { authTimeS, amr, acr } = await corporate.complete(query, flow);
      return [authTimeS, amr, acr];
    };
    const now = Math.floor(Date.now() / 1000);
    const [atS] = await proofOf({});
    expect(Math.abs((atS as number) - now)).toBeLessThan(60);
    const stale = { auth_time: now - 36_000, amr: ['pwd', 7, 'otp'], acr: 'level-2' };
    expect(await proofOf(stale)).toEqual([now - 36_000, ['pwd', 'otp'], 'level-2']);
    expect(await proofOf({ auth_time: undefined, acr: {} })).toEqual([undefined, [], undefined]);
    const [ahead] = await proofOf({ auth_time: now + 3600, amr: Array(50).fill('x'.repeat(500)) });
    expect(ahead).toBeLessThan(now + 60);
  });

  test('that begins again authenticates the user, whatever session the provider has', async () => {
    const corporate = provider();
    const { url, flow } = await corporate.begin(true);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const { query, flow: real } = await authenticate(corporate, { again: true });
    expect((await corporate.complete(query, real)).subject).toBe('alice');
    const stale = await authenticate(corporate, { again: true });
    running.lie = (claims, keys) => keys.sign({ ...claims, auth_time: flow.startedS - 3600 });
    expect(await refusal(corporate.complete(stale.query, stale.flow))).toContain('did not authenticate the user again');
  });
});

describe('a provider that lies', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const lies: [string, Lie, RegExp][] = [
    ['another issuer', (claims, keys) => keys.sign({ ...claims, iss: 'https://other.example' }), /"iss"/],
    ['another audience', (claims, keys) => keys.sign({ ...claims, aud: 'other' }), /"aud"/],
    ['another nonce', (claims, keys) => keys.sign({ ...claims, nonce: 'other' }), /"nonce"/],
    ['no nonce', ({ nonce: _, ...claims }, keys) => keys.sign(claims), /"nonce"/],
    ['a token that has ended', (claims, keys) => keys.sign({ ...claims, exp: now() - 31 }), /"exp"/],
    ['a token of the future', (claims, keys) => keys.sign({ ...claims, iat: now() + 600 }), /in the future/],
    ['an unknown key', (claims, keys) => keys.sign(claims, { kid: 'other' }), /no applicable keys/],
    ['no signature', async (claims) => new UnsecuredJWT(claims).encode(), /"alg"/],
    ['a changed signature', async (claims, keys) => `${(await keys.sign(claims)).slice(0, -8)}AAAAAAAA`, /signature/],
    ['no token', async () => 'none', /Invalid JWT/],
  ];

  test.each(lies)('with %s is refused, for a reason that has no part of a token', async (_name, lie, reason) => {
    const corporate = provider();
    const { flow, query } = await authenticate(corporate);
    let token = '';
    running.lie = async (claims, keys) => {
      token = await lie(claims, keys);
      return token;
    };
    const said = await refusal(corporate.complete(query, flow));
    expect(said).toMatch(/^invalid: /);
    expect(said).toMatch(reason);
    for (const part of token.split('.').filter((one) => one.length > 20)) expect(said).not.toContain(part);
  });

  test('by less than the tolerance of clocks is believed', async () => {
    const corporate = provider();
    const { flow, query } = await authenticate(corporate);
    running.lie = (claims, keys) => keys.sign({ ...claims, exp: now() - 20 });
    expect((await corporate.complete(query, flow)).subject).toBe('alice');
  });

  test('in its discovery is refused', async () => {
    const other = provider({ issuer: running.issuer.replace('127.0.0.1', 'localhost') });
    expect(await refusal(other.begin(false))).toBe(
      'invalid: discovered metadata issuer does not match the expected issuer',
    );
  });
});

describe('the code of another browser', () => {
  test.each<[string, (flow: Flow) => Flow, RegExp]>([
    ['state', (flow) => ({ ...flow, state: 'other' }), /"state"/],
    ['verifier', (flow) => ({ ...flow, verifier: 'o'.repeat(43) }), /refused the code: invalid_grant/],
  ])('is refused by its %s', async (_name, change, reason) => {
    const corporate = provider();
    const { flow, query } = await authenticate(corporate);
    expect(await refusal(corporate.complete(query, change(flow)))).toMatch(reason);
  });

  test('is good once', async () => {
    const corporate = provider();
    const { flow, query } = await authenticate(corporate);
    await corporate.complete(query, flow);
    expect(await refusal(corporate.complete(query, flow))).toContain('invalid_grant');
  });

  test('of another provider is refused by its issuer', async () => {
    const corporate = provider();
    const { flow, query } = await authenticate(corporate);
    const mixed = new URLSearchParams(query);
    mixed.set('iss', 'https://other.example');
    expect(await refusal(corporate.complete(mixed.toString(), flow))).toMatch(/"iss"/);
  });
});

describe('a provider', () => {
  test('that declines is named so', async () => {
    const corporate = provider();
    const { flow } = await corporate.begin(false);
    const query = new URLSearchParams({ error: 'access_denied', state: flow.state, iss: running.issuer });
    expect(await refusal(corporate.complete(query.toString(), flow))).toBe(
      'cancelled: the provider declined: access_denied',
    );
  });

  test('that does not answer is unavailable', async () => {
    const stopped = await RunningProvider.start(VENUE);
    const corporate = provider({ issuer: stopped.issuer });
    await stopped.stop();
    expect(await refusal(corporate.begin(false))).toMatch(/^unavailable: /);
  });

  test('that is slow is unavailable after the time limit', async () => {
    const corporate = provider({}, 50);
    const { promise, resolve } = Promise.withResolvers<void>();
    running.slow = promise;
    try {
      expect(await refusal(corporate.begin(false))).toBe('unavailable: the provider did not answer in time');
    } finally {
      running.slow = undefined;
      resolve();
    }
    // Where the machine is busy, an answer may take longer than the limit, too.
    const url = () => corporate.begin(false).then((begun) => begun.url, String);
    await expect.poll(url).toContain(running.issuer);
  });
});

describe('a logout token', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = () => {
    const iat = Math.floor(Date.now() / 1000);
    return {
      iss: running.issuer,
      aud: CLIENT_ID,
      iat,
      exp: iat + 120,
      jti: 'one',
      sub: 'alice',
      sid: 's1',
      events: EVENT,
    };
  };

  test('names the session that ends', async () => {
    const token = await running.sign(claims(), { typ: 'logout+jwt' });
    expect(await provider().readLogoutToken(token)).toEqual({
      issuer: running.issuer,
      jti: 'one',
      subject: 'alice',
      sid: 's1',
    });
  });

  test.each<[string, object, RegExp]>([
    ['another issuer', { iss: 'https://other.example' }, /"iss"/],
    ['another audience', { aud: 'other' }, /"aud"/],
    ['no event', { events: {} }, /no logout token/],
    ['a nonce', { nonce: 'n' }, /nonce/],
    ['neither sub nor sid', { sub: undefined, sid: undefined }, /neither/],
    ['no id', { jti: undefined }, /"jti"/],
    ['an issue long ago', { iat: 1_700_000_000, exp: 1_700_000_120 }, /"exp"|"iat"/],
    ['no time of issue', { iat: undefined }, /"iat"/],
    ['no end', { exp: undefined }, /"exp"/],
    ['an object as its id', { jti: { a: 1 } }, /id of the logout token is no text/],
    ['an empty id', { jti: '' }, /id of the logout token is no text/],
  ])('with %s is refused', async (_name, change, reason) => {
    const token = await running.sign({ ...claims(), ...change });
    expect(await refusal(provider().readLogoutToken(token))).toMatch(reason);
  });

  test('without signature, or by an unknown key, is refused', async () => {
    const unsigned = new UnsecuredJWT(claims()).encode();
    expect(await refusal(provider().readLogoutToken(unsigned))).toMatch(/^invalid: /);
    expect(await refusal(provider().readLogoutToken(await running.sign(claims(), { kid: 'other' })))).toMatch(
      /no applicable key/,
    );
    expect(await refusal(provider().readLogoutToken('no token'))).toMatch(/^invalid: /);
  });
});

describe('SIGN_IN_PROVIDERS', () => {
  const read = (...list: object[]) => readProviders(JSON.stringify(list), { SECRET: 's' });
  const good = { name: 'corporate', issuer: 'https://id.example.com', clientId: 'openats' };

  test('is a list with defaults', () => {
    expect(readProviders('', {})).toEqual([]);
    expect(
      read({ ...good, clientSecretEnv: 'SECRET', roles: { claim: 'groups', map: { a: 'trader' } } }),
    ).toMatchObject([
      { title: 'corporate', scope: 'openid email profile', clientSecret: 's', roles: { map: { a: ['trader'] } } },
    ]);
  });

  test.each<[object, string]>([
    [{ name: 'No Name' }, 'name must be'],
    [{ issuer: 'http://id.example.com' }, 'issuer must be an https address'],
    [{ clientSecret: 'in the open' }, 'there is no field clientSecret'],
    [{ clientSecretEnv: 'UNSET' }, 'clientSecretEnv must name a variable that is set'],
    [{ clientSecretFile: '/nowhere' }, 'clientSecretFile must name a file'],
    [{ scope: 'email' }, 'scope must have openid'],
    [{ createUsers: true }, 'createUsers needs roles'],
    [{ roles: { claim: 'groups', map: { a: 5 } } }, 'roles must be'],
    [{ clientId: '' }, 'clientId must be text'],
  ])('refuses %j', (change, problem) => {
    expect(() => read({ ...good, ...change })).toThrow(problem);
  });

  test('refuses two of one name, and what is no list', () => {
    expect(() => read(good, good)).toThrow('two providers have the name corporate');
    expect(() => readProviders('{}', {})).toThrow('JSON array');
    expect(() => readProviders('{', {})).toThrow('JSON');
  });
});
