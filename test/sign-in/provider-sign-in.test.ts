import { decodeJwt, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { THOROUGH } from '../support/thorough.ts';
import { CookieBrowser } from './browser.ts';
import { SigningIn } from './signing-in.ts';

let venue: SigningIn;
let alice: string;
beforeAll(async () => {
  venue = await SigningIn.start();
  alice = venue.users.add({ clientId: 'C1', name: 'Alice', email: 'alice@example.com', roles: ['trader'] }).userId;
  venue.provider.accounts.set('alice', { email: 'alice@example.com', email_verified: true });
  venue.provider.accounts.set('mallory', { email: 'alice@example.com', email_verified: false });
  venue.provider.accounts.set('second', { email: 'alice@example.com', email_verified: true });
});
afterAll(() => venue.stop());
beforeEach(() => {
  venue.provider.lie = undefined;
  venue.lines.length = 0;
});

const BEGIN = () => `${venue.url}/console/sign-in/oidc/corporate`;
const refusals = () => venue.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in refused');

describe('a user at a provider', () => {
  test('is signed in, and sent to the page that it came for', async () => {
    const browser = new CookieBrowser();
    expect(await venue.signIn(browser, 'alice', { query: '?to=/console/orders%3Ff.state%3DLive' })).toBe(
      `${venue.url}/console/orders?f.state=Live`,
    );
    const session = [...venue.sessions.all.values()].at(-1);
    expect(session).toMatchObject({ userId: alice, how: 'oidc:corporate', provider: { subject: 'alice' } });
    expect(venue.sessionOf(browser)).toBe(session?.token);
  });

  test('keeps its token from scripts, from other sites and from other hosts', async () => {
    const browser = new CookieBrowser();
    const begun = await browser.request(BEGIN());
    const back = await venue.atProvider(browser, begun.headers.get('location') ?? '');
    const cookies = (await browser.request(back)).headers.getSetCookie();
    const session = cookies.find((line) => line.startsWith('__Host-openats-session='));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(session).toContain(part);
    expect(session).not.toMatch(/domain/i);
  });

  test.each(['mallory', 'stranger'])('whom the venue does not know gets no session: %s', async (account) => {
    const browser = new CookieBrowser();
    expect(await venue.signIn(browser, account)).toBe(`${venue.url}/console?sign-in=unknown-user&by=corporate`);
    expect(venue.sessionOf(browser)).toBeUndefined();
    expect(refusals()).toMatchObject([{ way: 'oidc:corporate', reason: 'the venue knows no such user' }]);
  });

  test('whose address belongs to a user with another account there gets no session', async () => {
    await venue.signIn(new CookieBrowser(), 'alice');
    const browser = new CookieBrowser();
    expect(await venue.signIn(browser, 'second')).toContain('sign-in=unknown-user');
    expect(refusals()).toMatchObject([{ reason: `user ${alice} has another account at the provider` }]);
  });

  test('who is inactive gets no session', async () => {
    await venue.users.update(alice, { active: false });
    const browser = new CookieBrowser();
    expect(await venue.signIn(browser, 'alice')).toContain('sign-in=inactive');
    await venue.users.update(alice, { active: true });
    expect(venue.sessionOf(browser)).toBeUndefined();
  });
});

describe('a sign-in', () => {
  test('ends the session that the browser had, under a new token (fixation)', async () => {
    const browser = new CookieBrowser();
    browser.jar(new URL(venue.url).host).set('__Host-openats-session', 'planted');
    await venue.signIn(browser, 'alice');
    const first = venue.sessionOf(browser);
    expect(first).not.toBe('planted');
    const sessions = venue.sessions.all.size;
    await venue.signIn(browser, 'alice');
    expect(venue.sessionOf(browser)).not.toBe(first);
    expect(venue.sessions.all.size).toBe(sessions);
    expect(venue.sessions.check(first ?? '')).toBeUndefined();
  });

  test('that another browser began is refused (login CSRF)', async () => {
    const attacker = new CookieBrowser();
    const begun = await attacker.request(BEGIN());
    const back = await venue.atProvider(attacker, begun.headers.get('location') ?? '');
    const victim = new CookieBrowser();
    const answer = await victim.request(back);
    expect(answer.headers.get('location')).toContain('sign-in=expired');
    expect(venue.sessionOf(victim)).toBeUndefined();
    // Nor where the victim has begun one too.
    await victim.request(BEGIN());
    expect((await victim.request(back)).headers.get('location')).toContain('sign-in=refused');
    expect(venue.sessionOf(victim)).toBeUndefined();
    expect(refusals().at(-1)).toMatchObject({ reason: expect.stringContaining('"state"') });
  });

  test('with the code of another sign-in is refused (token substitution)', async () => {
    const [one, other] = [new CookieBrowser(), new CookieBrowser()];
    const backOf = async (browser: CookieBrowser) => {
      const begun = await browser.request(BEGIN());
      return new URL(await venue.atProvider(browser, begun.headers.get('location') ?? ''));
    };
    const [own, foreign] = [await backOf(one), await backOf(other)];
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    expect((await one.request(own.href)).headers.get('location')).toContain('sign-in=refused');
    expect(refusals()).toMatchObject([{ reason: 'the provider refused the code: invalid_grant' }]);
  });

  test('takes ten minutes at most', async () => {
    const browser = new CookieBrowser();
    const begun = await browser.request(BEGIN());
    const back = await venue.atProvider(browser, begun.headers.get('location') ?? '');
    venue.nowUs += 600_000_000;
    expect((await browser.request(back)).headers.get('location')).toContain('sign-in=expired');
  });

  test('ends once: its state is gone after the return', async () => {
    const browser = new CookieBrowser();
    const begun = await browser.request(BEGIN());
    const back = await venue.atProvider(browser, begun.headers.get('location') ?? '');
    await browser.request(back);
    expect((await browser.request(back)).headers.get('location')).toContain('sign-in=expired');
  });

  test.each([
    'https://evil.example/',
    '//evil.example/console',
    '/\\evil.example',
    '/console/..//evil.example',
    '/console/%2e%2e/v3/docs',
    '/console/%73ign-in/oidc/corporate',
    '/console/a/%2e%2e/sign-in/ways',
    '/console/%E0%A4',
    '/consoles',
    '/console/sign-in/oidc/corporate',
    '/console#x',
    '/console/a\r\nset-cookie: x=1',
    `/console/${'a'.repeat(600)}`,
    'javascript:alert(1)',
  ])('leads nowhere but to the console: %j (open redirect)', async (to) => {
    const browser = new CookieBrowser();
    expect(await venue.signIn(browser, 'alice', { query: `?to=${encodeURIComponent(to)}` })).toBe(
      `${venue.url}/console`,
    );
  });

  test('begins with a redirect that is a GET, whatever came', async () => {
    expect((await new CookieBrowser().request(BEGIN())).status).toBe(303);
  });

  test('at a provider that is not set up does not exist', async () => {
    const { status } = await new CookieBrowser().request(`${venue.url}/console/sign-in/oidc/other`);
    expect(status).toBe(404);
  });

  test('many at once give as many sessions', async () => {
    const count = THOROUGH ? 200 : 50;
    const before = venue.sessions.all.size;
    const tokens = await Promise.all(
      Array.from({ length: count }, async () => {
        const browser = new CookieBrowser();
        await venue.signIn(browser, 'alice');
        return venue.sessionOf(browser);
      }),
    );
    expect(new Set(tokens).size).toBe(count);
    expect(tokens).not.toContain(undefined);
    expect(venue.sessions.all.size).toBe(before + count);
  });
});

describe('a provider that lies', () => {
  test('starts no session, and its token is in no line of the log', async () => {
    const tokens: string[] = [];
    for (const lie of [
      { iss: 'https://other.example' },
      { aud: 'other' },
      { nonce: 'other' },
      { exp: 1_700_000_000 },
    ]) {
      venue.provider.lie = async (claims, keys) => {
        tokens.push(await keys.sign({ ...claims, ...lie }));
        return tokens.at(-1) as string;
      };
      const browser = new CookieBrowser();
      expect(await venue.signIn(browser, 'alice')).toContain('sign-in=refused');
      expect(venue.sessionOf(browser)).toBeUndefined();
    }
    venue.provider.lie = async (claims) => new UnsecuredJWT(claims).encode();
    expect(await venue.signIn(new CookieBrowser(), 'alice')).toContain('sign-in=refused');
    const reasons = refusals().map(({ reason }) => reason as string);
    for (const [index, word] of ['iss', 'aud', 'nonce', 'exp', 'alg'].entries())
      expect(reasons[index]).toContain(`"${word}"`);
    const log = venue.lines.join('\n');
    for (const token of tokens) for (const part of token.split('.').slice(1)) expect(log).not.toContain(part);
  });
});

describe('the log of a sign-in', () => {
  test('has no code, state, verifier, token or address of a person', async () => {
    const browser = new CookieBrowser();
    let seen = '';
    venue.provider.lie = async (claims, keys) => {
      seen = await keys.sign(claims);
      return seen;
    };
    const begun = await browser.request(BEGIN());
    const back = await venue.atProvider(browser, `${begun.headers.get('location')}&login_hint=alice`);
    const sealed = browser.jar(new URL(venue.url).host).get('__Host-openats-flow') ?? expect.unreachable();
    await browser.request(back);
    await venue.post(browser, 'out');
    const log = venue.lines.join('\n');
    expect(log).toContain('signed in');
    const { code, state } = Object.fromEntries(new URL(back).searchParams);
    const nonce = String(decodeJwt(seen).nonce);
    for (const secret of [code, state, nonce, sealed, seen, venue.sessionOf(browser), 'alice@example.com']) {
      if (secret !== undefined) expect(log).not.toContain(secret);
    }
  });
});

describe('signing in again', () => {
  test('renews the token of the same session', async () => {
    const browser = new CookieBrowser();
    await venue.signIn(browser, 'alice');
    const token = venue.sessionOf(browser);
    const { user } = venue.sessions.check(token ?? '') ?? {};
    venue.nowUs += 1_000_000;
    expect(await venue.signIn(browser, 'alice', { query: '?again=1&to=/console/keys' })).toBe(
      `${venue.url}/console/keys`,
    );
    expect(venue.sessionOf(browser)).not.toBe(token);
    const renewed = venue.sessions.check(venue.sessionOf(browser) ?? '')?.user;
    expect(renewed?.sessionId).toBe(user?.sessionId);
    expect(renewed?.authenticatedAtUs).toBeGreaterThan(0);
  });

  test('as somebody else is refused', async () => {
    venue.users.add({ clientId: 'C1', name: 'Bob', email: 'bob@example.com', roles: ['trader'] });
    venue.provider.accounts.set('bob', { email: 'bob@example.com', email_verified: true });
    const browser = new CookieBrowser();
    await venue.signIn(browser, 'alice');
    const token = venue.sessionOf(browser);
    browser.jar(new URL(venue.provider.issuer).host).clear();
    expect(await venue.signIn(browser, 'bob', { query: '?again=1' })).toContain('sign-in=other-user');
    expect(venue.sessionOf(browser)).toBe(token);
  });
});

describe('an unavailable provider', () => {
  test('leaves sessions as they are, refuses new ones on a clear page, and lets users sign out', async () => {
    const lonely = await SigningIn.start();
    try {
      lonely.users.add({ clientId: 'C1', name: 'Alice', email: 'alice@example.com', roles: ['trader'] });
      lonely.provider.accounts.set('alice', { email: 'alice@example.com', email_verified: true });
      const browser = new CookieBrowser();
      await lonely.signIn(browser, 'alice');
      const late = new CookieBrowser();
      const begun = await late.request(`${lonely.url}/console/sign-in/oidc/corporate`);
      const back = await lonely.atProvider(late, begun.headers.get('location') ?? '');
      await lonely.provider.stop();
      expect((await late.request(back)).headers.get('location')).toContain('sign-in=unavailable');
      const ways = await browser.request(`${lonely.url}/console/sign-in/ways`);
      expect(await ways.json()).toMatchObject({ hasSession: true });
      expect((await lonely.post(browser, 'out')).status).toBe(200);
    } finally {
      await lonely.stop();
    }
  });
});

describe('too many requests of an address', () => {
  test('are refused with the time to wait (brute force)', async () => {
    const narrow = await SigningIn.start({ pages: 5 });
    try {
      const browser = new CookieBrowser();
      const statuses: number[] = [];
      for (let tries = 0; tries < 7; tries++)
        statuses.push((await narrow.post(browser, 'link', { token: `guess-${tries}` })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      const begun = await browser.request(`${narrow.url}/console/sign-in/oidc/corporate`);
      expect([begun.status, begun.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    } finally {
      await narrow.stop();
    }
  });
});
