/** Each sign-in, refusal, passkey and end of a session makes one entry of the audit log (O3). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CookieBrowser } from './browser.ts';
import { CLIENT_ID } from './running-provider.ts';
import { SigningIn } from './signing-in.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

let venue: SigningIn;
let userId: string;
beforeAll(async () => {
  venue = await SigningIn.start();
  const alice = { clientId: 'C1', name: 'Alice', email: 'alice@example.com', roles: ['trader'] as const };
  ({ userId } = venue.users.add(alice));
  venue.provider.accounts.set('alice', { email: 'alice@example.com', email_verified: true });
  venue.provider.accounts.set('mallory', { email: 'mallory@example.com', email_verified: true });
});
afterAll(() => venue.stop());
beforeEach(() => {
  venue.entries.length = 0;
});

const by = (sessionId: unknown = expect.any(String)) => ({ clientId: 'C1', userId, sessionId });

test('at a provider, with the request, and the end of the session', async () => {
  const browser = new CookieBrowser();
  await venue.signIn(browser, 'alice');
  const [entry] = venue.entries;
  const { sessionId } = entry!.records;
  expect(venue.entries).toEqual([
    {
      ...{ method: 'signIn', by: by(sessionId), records: { userId, sessionId, way: 'oidc:corporate' } },
      call: { ip: '127.0.0.1', requestId: expect.stringMatching(/^\w{8}-\d+$/), sentRequestId: undefined },
    },
  ]);
  await venue.post(browser, 'out', {}, { 'x-request-id': 'mine' });
  expect(venue.entries.slice(1)).toMatchObject([
    { method: 'signOut', by: by(sessionId), call: { sentRequestId: 'mine' }, records: { userId, sessionId } },
  ]);
});

test('that is refused', async () => {
  await venue.signIn(new CookieBrowser(), 'mallory');
  expect(venue.entries).toMatchObject([
    {
      ...{ method: 'signIn', outcome: 'Refused', statusCode: 103, by: { clientId: '' } },
      records: { way: 'oidc:corporate', reason: 'unknown-user' },
    },
  ]);
  expect(JSON.stringify(venue.entries)).not.toContain('mallory');
});

test('of a passkey, its registration and its use', async () => {
  const [device, browser] = [new SoftAuthenticator(), new CookieBrowser()];
  venue.users.issued.set('link', { userId, purpose: 'invite' });
  const post = async (path: string, body: object) => (await (await venue.post(browser, path, body)).json()) as never;
  const asked = ({ options: { challenge } }: { readonly options: { readonly challenge: string } }) => ({
    ...{ challenge, rpId: 'localhost', origin: venue.url },
  });
  const response = device.register(asked(await post('passkey/register-options', { token: 'link' })), userId);
  await post('passkey/register', { token: 'link', response });
  const passkeyId = device.credentialId.toString('base64url');
  expect(venue.entries).toMatchObject([
    { method: 'addPasskey', by: { clientId: 'C1', userId }, records: { userId, passkeyId, way: 'invite' } },
    { method: 'signIn', by: by(), records: { userId, way: 'passkey' } },
  ]);
  device.counter++;
  await post('passkey', { response: device.use(asked(await post('passkey/options', {}))), again: true });
  expect(venue.entries.slice(2)).toMatchObject([{ method: 'signInAgain', by: by() }]);
  const second = new SoftAuthenticator();
  const further = second.register(asked(await post('passkey/register-options', {})), userId);
  expect(await post('passkey/register', { response: further, name: 'second' })).toMatchObject({ statusCode: '101' });
  const added = { userId, passkeyId: second.credentialId.toString('base64url') };
  expect(venue.entries.slice(3)).toMatchObject([
    { method: 'addPasskey', by: { clientId: 'C1', userId }, records: added },
  ]);
});

test('that a provider ends', async () => {
  const iat = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = { iss: venue.provider.issuer, aud: CLIENT_ID, iat, exp: iat + 60, sub: 'alice', jti: 'end', events };
  const logout_token = await venue.provider.sign(claims, { typ: 'logout+jwt' });
  await fetch(`${venue.url}/console/sign-in/oidc/corporate/back-channel`, {
    ...{ method: 'POST', body: new URLSearchParams({ logout_token }) },
  });
  expect(venue.entries).toMatchObject([{ method: 'endSessionsOfProvider', records: { way: 'oidc:corporate' } }]);
});
