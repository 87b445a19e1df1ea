import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CookieBrowser } from './browser.ts';
import { CLIENT_ID } from './running-provider.ts';
import { SigningIn } from './signing-in.ts';

let venue: SigningIn;
beforeAll(async () => {
  venue = await SigningIn.start();
  venue.users.add({ clientId: 'C1', name: 'Alice', email: 'alice@example.com', roles: ['trader'] });
  venue.provider.accounts.set('alice', { email: 'alice@example.com', email_verified: true });
});
afterAll(() => venue.stop());
beforeEach(() => {
  venue.lines.length = 0;
});

describe('signing out', () => {
  test('ends the session here and leads to the end of the one at the provider', async () => {
    const browser = new CookieBrowser();
    await venue.signIn(browser, 'alice');
    const token = venue.sessionOf(browser);
    const answer = (await (await venue.post(browser, 'out')).json()) as { logout: string };
    expect(venue.sessions.check(token ?? '')).toBeUndefined();
    expect(venue.sessionOf(browser)).toBeUndefined();
    const logout = new URL(answer.logout);
    expect(logout.href).toContain(`${venue.provider.issuer}/session/end`);
    expect(logout.searchParams.get('post_logout_redirect_uri')).toBe(`${venue.url}/console`);
    expect((await browser.request(logout.href)).status).toBe(200);
  });

  test('is asked by no page of elsewhere', async () => {
    const browser = new CookieBrowser();
    await venue.signIn(browser, 'alice');
    const token = venue.sessionOf(browser) ?? '';
    for (const headers of [
      { 'x-openats-console': '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      expect((await venue.post(browser, 'out', {}, headers)).status).toBe(401);
    }
    expect(venue.sessions.check(token)).toBeDefined();
  });
});

describe('the provider', () => {
  test('ends the session that its user had there, and no other', async () => {
    const [one, other] = [new CookieBrowser(), new CookieBrowser()];
    await venue.signIn(one, 'alice');
    await venue.signIn(other, 'alice');
    const session = [...venue.sessions.all.values()].find(({ token }) => token === venue.sessionOf(one));
    await venue.provider.endSession('alice', session?.provider?.sid ?? '');
    expect(venue.sessions.check(venue.sessionOf(one) ?? '')).toBeUndefined();
    expect(venue.sessions.check(venue.sessionOf(other) ?? '')).toBeDefined();
  });

  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const send = (body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${venue.url}/console/sign-in/oidc/corporate/back-channel`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  const tokenOf = (claims: object) => {
    const iat = Math.floor(Date.now() / 1000);
    const of = { iss: venue.provider.issuer, aud: CLIENT_ID, iat, exp: iat + 60, sub: 'alice', events: EVENT };
    return venue.provider.sign({ ...of, ...claims }, { typ: 'logout+jwt' });
  };

  test('ends all sessions of a user by its subject, with each token once', async () => {
    const token = await tokenOf({ jti: 'all' });
    expect((await send(`logout_token=${token}`)).status).toBe(200);
    expect([...venue.sessions.all.values()].filter(({ provider }) => provider?.subject === 'alice')).toEqual([]);
    const browser = new CookieBrowser();
    await venue.signIn(browser, 'alice');
    // As a provider does that did not get the first answer.
    expect((await send(`logout_token=${token}`)).status).toBe(200);
    expect(venue.sessions.check(venue.sessionOf(browser) ?? '')).toBeDefined();
  });

  test('ends them with the next try, where the first one failed', async () => {
    const browser = new CookieBrowser();
    await venue.signIn(browser, 'alice');
    const token = await tokenOf({ jti: 'tried again' });
    const failing = vi.spyOn(venue.sessions, 'endOfProvider').mockRejectedValueOnce(new Error('no database'));
    expect((await send(`logout_token=${token}`)).status).toBe(500);
    failing.mockRestore();
    expect(venue.sessions.check(venue.sessionOf(browser) ?? '')).toBeDefined();
    expect((await send(`logout_token=${token}`)).status).toBe(200);
    expect(venue.sessions.check(venue.sessionOf(browser) ?? '')).toBeUndefined();
  });

  test('ends nothing by a token that is not its own', async () => {
    const browser = new CookieBrowser();
    await venue.signIn(browser, 'alice');
    for (const claims of [{ iss: 'https://other.example' }, { aud: 'other' }, { nonce: 'n' }, { events: {} }]) {
      expect((await send(`logout_token=${await tokenOf({ jti: Math.random(), ...claims })}`)).status).toBe(400);
    }
    expect((await send('nothing=here')).status).toBe(400);
    expect((await send('{}', 'application/json')).status).toBe(400);
    expect((await send(`logout_token=${'a'.repeat(20_000)}`)).status).toBe(413);
    expect(venue.sessions.check(venue.sessionOf(browser) ?? '')).toBeDefined();
  });

  test('is refused for the rest of the minute after 30 wrong tokens, however many good ones came', async () => {
    for (let good = 0; good < 31; good++) {
      expect((await send(`logout_token=${await tokenOf({ jti: `good ${good}` })}`)).status).toBe(200);
    }
    // Those of the tests before count.
    let refused = 0;
    while ((await send('logout_token=none')).status === 400) refused++;
    expect(refused).toBeGreaterThan(20);
    expect(refused).toBeLessThan(30);
    const answer = await send(`logout_token=${await tokenOf({ jti: 'late' })}`);
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  });
});
