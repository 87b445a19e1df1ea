import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { relyingParty } from '../../src/modules/sign-in/passkeys.ts';
import { CookieBrowser } from './browser.ts';
import { SigningIn } from './signing-in.ts';
import { type Asked, SoftAuthenticator } from './soft-authenticator.ts';

let venue: SigningIn;
let alice: string;
beforeAll(async () => {
  venue = await SigningIn.start();
  const fields = { clientId: 'C1', name: 'Alice', roles: ['trader'] as const };
  alice = venue.users.add({ ...fields, email: 'alice@example.com' }).userId;
  venue.users.add({ ...fields, name: 'Bob', email: 'bob@example.com' });
});
afterAll(() => venue.stop());
beforeEach(() => {
  venue.users.stored.clear();
  venue.sessions.all.clear();
  venue.lines.length = 0;
});

interface Answer {
  readonly statusCode: string;
  readonly reason?: string;
  readonly options: { readonly challenge: string; readonly user?: { readonly id: string } };
}
const post = async (browser: CookieBrowser, path: string, body: object = {}) =>
  (await (await venue.post(browser, path, `\ufeff${JSON.stringify(body)}`)).json()) as Answer;
const asked = ({ options }: Answer): Asked => ({ challenge: options.challenge, rpId: 'localhost', origin: venue.url });
const reasons = () => venue.lines.map((line) => JSON.parse(line)).flatMap(({ reason }) => (reason ? [reason] : []));

function invite(userId = alice, purpose: 'invite' | 'recover' = 'invite'): string {
  const token = `link-${Math.random()}`;
  venue.users.issued.set(token, { userId, purpose });
  return token;
}

/** A device that registered by an invitation, and the browser that did it. */
async function registered(purpose: 'invite' | 'recover' = 'invite') {
  const [device, browser, token] = [new SoftAuthenticator(), new CookieBrowser(), invite(alice, purpose)];
  const options = await post(browser, 'passkey/register-options', { token });
  const response = device.register(asked(options), alice);
  const answer = await post(browser, 'passkey/register', { token, response });
  expect(answer, reasons().join()).toMatchObject({ statusCode: '101' });
  return { device, browser, token };
}

async function use(device: SoftAuthenticator, browser = new CookieBrowser(), change: Partial<Asked> = {}) {
  const options = await post(browser, 'passkey/options');
  device.counter++;
  return post(browser, 'passkey', { response: device.use({ ...asked(options), ...change }) });
}

describe('an invitation', () => {
  test('registers a passkey, starts a session, and works once', async () => {
    const { browser, token } = await registered();
    expect([...venue.sessions.all.values()]).toMatchObject([{ userId: alice, how: 'passkey' }]);
    expect(venue.sessionOf(browser)).toBeDefined();
    expect(await post(new CookieBrowser(), 'passkey/register-options', { token })).toMatchObject({ reason: 'expired' });
  });

  test('still works after a device that failed', async () => {
    const [browser, token] = [new CookieBrowser(), invite()];
    await post(browser, 'passkey/register-options', { token });
    expect(await post(browser, 'passkey/register', { token, response: {} })).toMatchObject({ reason: 'refused' });
    expect(await post(browser, 'passkey/register-options', { token })).toMatchObject({ statusCode: '101' });
  });

  test('takes no passkey of a challenge for another user', async () => {
    const [device, browser, token] = [new SoftAuthenticator(), new CookieBrowser(), invite()];
    const options = await post(browser, 'passkey/register-options', { token });
    const other = invite('U10000001');
    const response = device.register(asked(options), alice);
    expect(await post(browser, 'passkey/register', { token: other, response })).toMatchObject({ reason: 'refused' });
    expect(venue.users.stored.size).toBe(0);
  });

  test.each([undefined, 5, '', 'unknown'])('is no link with the token %j', async (token) => {
    expect(await post(new CookieBrowser(), 'passkey/register-options', { token })).toMatchObject({ reason: 'expired' });
  });
});

describe('a passkey', () => {
  test('signs in without a name, in a new session each time', async () => {
    const { device } = await registered();
    const [one, other] = [new CookieBrowser(), new CookieBrowser()];
    expect(await use(device, one)).toMatchObject({ statusCode: '101', user: { userId: alice, name: 'Alice' } });
    expect(await use(device, other)).toMatchObject({ statusCode: '101' });
    expect(venue.sessionOf(one)).not.toBe(venue.sessionOf(other));
  });

  test('of a device whose counter goes back is refused: it may be a copy', async () => {
    const { device } = await registered();
    await use(device);
    await use(device);
    device.counter = 0;
    const browser = new CookieBrowser();
    expect(await use(device, browser)).toMatchObject({ statusCode: '103', reason: 'refused' });
    expect(venue.sessionOf(browser)).toBeUndefined();
    expect(reasons()).toEqual([expect.stringContaining('counter')]);
  });

  test.each<[string, Partial<Asked>, string]>([
    ['another origin', { origin: 'https://evil.example' }, 'origin'],
    ['another relying party', { rpId: 'evil.example' }, 'RP ID'],
    ['a frame of another site', { crossOrigin: true }, 'frame'],
    ['another challenge', { challenge: 'b3RoZXI' }, 'challenge'],
  ])('of %s is refused', async (_name, change, reason) => {
    const { device } = await registered();
    expect(await use(device, new CookieBrowser(), change)).toMatchObject({ reason: 'refused' });
    expect(reasons()).toEqual([expect.stringContaining(reason)]);
  });

  test('of a device that did not ask who holds it is refused', async () => {
    const { device } = await registered();
    device.isUserVerified = false;
    expect(await use(device)).toMatchObject({ reason: 'refused' });
  });

  test('with the signature of another key, or for another user, is refused', async () => {
    const { device } = await registered();
    const other = new SoftAuthenticator();
    other.userHandle = alice;
    Object.assign(other, { credentialId: device.credentialId });
    expect(await use(other)).toMatchObject({ reason: 'refused' });
    device.userHandle = 'U10000001';
    expect(await use(device)).toMatchObject({ reason: 'refused' });
    expect(await use(new SoftAuthenticator())).toMatchObject({ reason: 'unknown-user' });
  });

  test('of an inactive user is refused', async () => {
    const { device } = await registered();
    await venue.users.update(alice, { active: false });
    expect(await use(device)).toMatchObject({ reason: 'inactive' });
    await venue.users.update(alice, { active: true });
  });
});

describe('a change of the roles in the middle', () => {
  /** The user gets other roles when the service is next asked to do this. */
  function onNext<K extends string>(object: Record<K, (...args: never[]) => Promise<unknown>>, name: K): void {
    const work = object[name];
    object[name] = async (...args) => {
      object[name] = work;
      const done = await work(...args);
      venue.users.update(alice, { roles: ['trader', 'compliance'] });
      return done;
    };
    onTestFinished(() => void venue.users.update(alice, { roles: ['trader'] }));
  }

  test('of a registration ends it without a passkey (P28)', async () => {
    const [device, browser, token] = [new SoftAuthenticator(), new CookieBrowser(), invite()];
    const response = device.register(asked(await post(browser, 'passkey/register-options', { token })), alice);
    onNext(venue.users.links, 'redeem');
    expect(await post(browser, 'passkey/register', { token, response })).toMatchObject({ statusCode: '190' });
    expect([venue.users.stored.size, venue.sessions.all.size]).toEqual([0, 0]);
  });

  test('of a sign-in ends it without a session (P28)', async () => {
    const { device } = await registered();
    venue.sessions.all.clear();
    onNext(venue.users.passkeys, 'use');
    expect(await use(device)).toMatchObject({ statusCode: '190' });
    expect(venue.sessions.all.size).toBe(0);
  });
});

describe('a challenge', () => {
  test('is answered once, even by the same browser with the same cookie', async () => {
    const { device } = await registered();
    const browser = new CookieBrowser();
    const options = await post(browser, 'passkey/options');
    const jar = browser.jar(new URL(venue.url).host);
    const sealed = jar.get('__Host-openats-challenge') ?? '';
    const response = device.use(asked(options));
    expect(await post(browser, 'passkey', { response })).toMatchObject({ statusCode: '101' });
    jar.set('__Host-openats-challenge', sealed);
    // Of a device that does not count, too.
    expect(await post(browser, 'passkey', { response })).toMatchObject({ reason: 'expired' });
    device.counter++;
    jar.set('__Host-openats-challenge', sealed);
    const higher = device.use(asked(options));
    expect(await post(browser, 'passkey', { response: higher })).toMatchObject({ reason: 'expired' });
    expect(reasons().join()).toContain('the challenge was answered before');
  });

  test('is bound to its browser, to its purpose and to five minutes', async () => {
    const { device } = await registered();
    const [one, other] = [new CookieBrowser(), new CookieBrowser()];
    const options = await post(one, 'passkey/options');
    device.counter++;
    expect(await post(other, 'passkey', { response: device.use(asked(options)) })).toMatchObject({ reason: 'expired' });
    const token = invite();
    const registering = await post(other, 'passkey/register-options', { token });
    expect(await post(other, 'passkey', { response: device.use(asked(registering)) })).toMatchObject({
      reason: 'expired',
    });
    venue.nowUs += 300_000_000;
    expect(await post(one, 'passkey', { response: device.use(asked(options)) })).toMatchObject({ reason: 'expired' });
  });
});

describe('a recovery', () => {
  test('by the link of a second operator ends what the lost device could do', async () => {
    const { device: lost, browser } = await registered();
    const { device } = await registered('recover');
    expect(venue.sessions.check(venue.sessionOf(browser) ?? '')).toBeUndefined();
    expect(await use(lost)).toMatchObject({ reason: 'unknown-user' });
    expect(await use(device)).toMatchObject({ statusCode: '101' });
  });
});

describe('a user with a session', () => {
  test('adds another passkey after a new sign-in, and renews the session with one', async () => {
    const { device, browser } = await registered();
    const another = new SoftAuthenticator();
    const options = await post(browser, 'passkey/register-options');
    const response = another.register(asked(options), alice);
    expect(await post(browser, 'passkey/register', { response, name: 'Phone' })).toMatchObject({ statusCode: '101' });
    expect([...venue.users.stored.values()].map(({ name }) => name)).toEqual(['Passkey', 'Phone']);
    venue.nowUs += 601_000_000;
    expect(await post(browser, 'passkey/register-options')).toMatchObject({ reason: 'again' });
    const token = venue.sessionOf(browser);
    const again = asked(await post(browser, 'passkey/options'));
    device.counter++;
    expect(await post(browser, 'passkey', { response: device.use(again), again: true })).toMatchObject({
      statusCode: '101',
    });
    expect(venue.sessionOf(browser)).not.toBe(token);
    expect(venue.sessions.all.size).toBe(1);
    expect(await post(browser, 'passkey/register-options')).toMatchObject({ statusCode: '101' });
  });

  test('is needed to add one without a link', async () => {
    expect(await post(new CookieBrowser(), 'passkey/register-options')).toMatchObject({ reason: 'expired' });
  });
});

describe('a request', () => {
  test.each(['passkey/options', 'passkey', 'passkey/register-options', 'passkey/register', 'link', 'out'])(
    'to %s comes from a page of this host, with a small JSON object',
    async (path) => {
      const browser = new CookieBrowser();
      for (const headers of [
        { 'x-openats-console': '' },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        expect((await venue.post(browser, path, {}, headers)).status).toBe(401);
      }
      expect((await venue.post(browser, path, { x: 'x'.repeat(17_000) })).status).toBe(413);
      const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' };
      expect((await browser.request(`${venue.url}/console/sign-in/${path}`, form)).status).toBe(415);
      expect((await browser.request(`${venue.url}/console/sign-in/${path}`)).status).toBe(405);
      for (const body of [[], null, 5, { response: null }, { response: { id: 'x'.repeat(2000) } }]) {
        expect([200, 401]).toContain((await venue.post(browser, path, body as object)).status);
      }
    },
  );
});

describe('the relying party', () => {
  test.each([
    ['https://ats.example.com', 'ats.example.com', 'https://ats.example.com'],
    ['https://example.com:8443/venue', 'example.com', 'https://example.com:8443'],
    ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
    ['http://0.0.0.0:8080', 'localhost', 'http://localhost:8080'],
    ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
  ])('of %s is %s', (publicUrl, id, origin) => {
    expect(relyingParty(publicUrl)).toEqual({ id, origin });
  });
});

describe('the link of the sandbox', () => {
  test('works once; then its browser may be any of the users that may be tried, and no other', async () => {
    const fields = { clientId: 'C1', roles: ['trader'] as const };
    const trader = venue.users.add({ ...fields, name: 'Trader', email: 'trader@sandbox.example' });
    const auditor = venue.users.add({ ...fields, name: 'Auditor', email: 'auditor@sandbox.example' });
    venue.users.issued.set('printed', { userId: null, purpose: 'sandbox' });
    const browser = new CookieBrowser();
    expect(await post(browser, 'link', { userId: trader.userId })).toMatchObject({ reason: 'expired' });
    expect(await post(browser, 'link', { token: invite() })).toMatchObject({ reason: 'expired' });
    const opened = await post(browser, 'link', { token: 'printed' });
    expect(opened).toMatchObject({ sandboxUsers: [{ name: 'Trader' }, { name: 'Auditor' }] });
    expect(await post(new CookieBrowser(), 'link', { token: 'printed' })).toMatchObject({ reason: 'expired' });
    expect(await post(browser, 'link', { userId: alice })).toMatchObject({ reason: 'unknown-user' });
    expect(await post(browser, 'link', { userId: trader.userId })).toMatchObject({ user: { name: 'Trader' } });
    const first = venue.sessionOf(browser);
    expect(await post(browser, 'link', { userId: trader.userId, again: true })).toMatchObject({ statusCode: '101' });
    expect(await post(browser, 'link', { userId: auditor.userId, again: true })).toMatchObject({
      reason: 'other-user',
    });
    expect(await post(browser, 'link', { userId: auditor.userId })).toMatchObject({ user: { name: 'Auditor' } });
    expect(venue.sessionOf(browser)).not.toBe(first);
    expect([...venue.sessions.all.values()]).toMatchObject([{ userId: auditor.userId, how: 'link' }]);
    venue.nowUs += 12 * 3_600_000_000;
    expect(await post(browser, 'link', { userId: trader.userId })).toMatchObject({ reason: 'expired' });
  });
});
