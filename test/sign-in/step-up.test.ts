/** What makes a session fresh (P21, P25), and where a sign-in ends. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CookieBrowser } from './browser.ts';
import { SigningIn } from './signing-in.ts';

let venue: SigningIn;
beforeAll(async () => {
  venue = await SigningIn.start({ hasOther: true });
  venue.users.add({ clientId: 'C1', name: 'Alice', email: 'alice@example.com', roles: ['trader'] });
  venue.provider.accounts.set('alice', { email: 'alice@example.com', email_verified: true });
});
afterAll(() => venue.stop());
beforeEach(() => {
  venue.provider.lie = undefined;
});

test.each([
  ['ten hours ago', { auth_time: Math.floor(Date.now() / 1000) - 36_000 }, '401'],
  ['at an unknown time', { auth_time: undefined }, '401'],
  ['just now', {}, '200'],
])('plainly, by who proved who it is %s, renews nothing that is older', async (_, changes, status) => {
  venue.provider.lie = (claims, keys) => keys.sign({ ...claims, ...changes });
  const browser = new CookieBrowser();
  expect(await venue.signIn(browser, 'alice')).toBe(`${venue.url}/console`);
  const add = await venue.post(browser, 'passkey/register-options');
  expect(String(add.status)).toBe(status);
  if (status === '401') expect(await add.json()).toMatchObject({ reason: 'again' });
  // The question for a new proof is answered by one that is new.
  expect(await venue.signIn(browser, 'alice', { query: '?again=1' })).toContain(
    status === '401' ? 'sign-in=refused' : '/console',
  );
  venue.provider.lie = undefined;
  expect(await venue.signIn(browser, 'alice', { query: '?again=1' })).toBe(`${venue.url}/console`);
  expect((await venue.post(browser, 'passkey/register-options')).status).toBe(200);
});

test('a sign-in that begins at one provider ends at no other', async () => {
  const browser = new CookieBrowser();
  const begun = await browser.request(`${venue.url}/console/sign-in/oidc/corporate`);
  const back = await venue.atProvider(browser, `${begun.headers.get('location')}&login_hint=alice`);
  const elsewhere = await browser.request(back.replace('/oidc/corporate/', '/oidc/other/'));
  expect(elsewhere.headers.get('location')).toContain('sign-in=expired&by=other');
  expect(venue.sessionOf(browser)).toBeUndefined();
});
