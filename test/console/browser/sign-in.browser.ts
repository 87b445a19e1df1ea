/** Users sign in to the console: with a passkey of Chromium's virtual device, and at a provider that the test runs. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/cluster/postgres-server.ts';
import { mainDatabaseFile } from '../../../src/database/files.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { CLIENT_ID, CLIENT_SECRET, RunningProvider } from '../../sign-in/running-provider.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { violationsOn } from '../support/accessibility.ts';
import { BrowserVenue, failOnComplaints } from '../support/venue.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/admin.ts', import.meta.url));
const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Its key does not exist: without a new sign-in it is refused for that (1403), with one for the key. */
const DANGEROUS_CALL = `fetch('/v3/admin/revokeApiKey', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), 'x-openats-console': '1' },
  body: JSON.stringify({ keyId: 'K0000000000000000' }),
}).then((answer) => answer.json()).then(({ statusCode }) => statusCode)`;

describeInBrowser('a user', (open) => {
  let venue: BrowserVenue;
  let provider: RunningProvider;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    provider = await RunningProvider.start(url);
    const clientSecretFile = join(temporaryFolder(), 'secret');
    writeFileSync(clientSecretFile, CLIENT_SECRET);
    const corporate = { name: 'corporate', title: 'Corporate account', issuer: provider.issuer, clientId: CLIENT_ID };
    const settings = { PORT: String(port), PUBLIC_URL: url, RATE_LIMIT_PAGES: '0' };
    const SIGN_IN_PROVIDERS = JSON.stringify([{ ...corporate, clientSecretFile }]);
    venue = await BrowserVenue.start({ ...settings, SIGN_IN_PROVIDERS });
  });
  afterAll(async () => {
    await venue.stop();
    await provider.stop();
  });

  /** npm run admin -- user ... */
  const admin = async (...args: string[]): Promise<Record<string, string>> => {
    const { DATA_DIR } = venue.service.config;
    const env = { PATH: process.env.PATH, DATA_DIR, PUBLIC_URL: url };
    return JSON.parse((await promisify(execFile)(process.execPath, [SCRIPT, 'user', ...args], { env })).stdout);
  };
  const newUser = async (name: string, client = 'C00000002', role = 'trader') => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const fields = ['--client', client, '--name', name, '--email', email, '--roles', role];
    return (await admin('create', ...fields)).userId as string;
  };
  const linkFor = async (userId: string, purpose = 'invite') => (await admin(purpose, '--user', userId)).link as string;

  const newPage = async () => {
    const page = await open();
    await page.context().clearCookies();
    failOnComplaints(page);
    return page;
  };
  const live = (page: Page) => page.locator('.connection[data-status="live"]').waitFor();
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  };

  test('registers a passkey by an invitation, and signs in with it; a copy of it is refused (P17)', async () => {
    const page = await newPage();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    const link = await linkFor(await newUser('Jane Doe'));
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome, Jane Doe' }).waitFor();
    expect(page.url()).not.toContain('#link');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await live(page);

    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await live(page);
    await page.reload();
    await live(page);

    await signOut(page);
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    expect(credential?.signCount).toBeGreaterThan(0);
    await device.send('WebAuthn.clearCredentials', { authenticatorId });
    await device.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential!, signCount: 0 } });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The sign-in could not be verified.').waitFor();

    await page.goto(link);
    await page.getByText('This sign-in took too long, or its link was used before.').waitFor();
  });

  test('adds a passkey and removes another one, but never the last (P24)', async () => {
    const page = await newPage();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    await page.goto(await linkFor(await newUser('Joan Doe')));
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await live(page);
    await page.goto(`${url}/console/sessions`);
    const rows = page.getByRole('region', { name: 'Passkeys: table' }).getByRole('row');
    const dialog = page.getByRole('dialog');
    const remove = async (name: string) => {
      await rows.filter({ hasText: name }).getByRole('button', { name: 'Remove …' }).click();
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    };
    await remove('Passkey');
    await page.getByText('it is the only way in which you sign in').first().waitFor();
    // A device makes no second passkey for a user.
    await device.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.getByRole('button', { name: 'Add a passkey …' }).click();
    await dialog.getByLabel('Name').fill('New telephone');
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: 'New telephone' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await remove('Passkey');
    await rows.filter({ hasText: 'Passkey' }).waitFor({ state: 'detached' });
    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await live(page);
  });

  test('that lost its device registers another one by the link of a recovery (P18)', async () => {
    const page = await newPage();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    const userId = await newUser('John Doe');
    await page.goto(await linkFor(userId));
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await live(page);
    const { credentials: lost } = await device.send('WebAuthn.getCredentials', { authenticatorId });

    const other = await open();
    const another = await other.context().newCDPSession(other);
    await another.send('WebAuthn.enable');
    await another.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    await other.context().clearCookies();
    await other.goto(await linkFor(userId, 'recover'));
    await other.getByRole('button', { name: 'Create a passkey' }).click();
    await live(other);

    await other.context().clearCookies();
    await page.goto(`${url}/console`);
    expect(lost).toHaveLength(1);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The venue does not know this account.').waitFor();
  });

  test('signs in at a provider, gets to its page, and signs out there too (P12, P20)', async () => {
    await newUser('Alice Example');
    provider.accounts.set('alice', { email: 'alice.example@example.com', email_verified: true });
    const page = await newPage();
    await page.goto(`${url}/console/orders?f.state=Live`);
    await page.getByRole('link', { name: 'Corporate account' }).click();
    await live(page);
    expect(page.url()).toBe(`${url}/console/orders?f.state=Live`);
    await signOut(page);
    await page.waitForURL(`${provider.issuer}/session/end**`);
  });

  test('that the venue does not know sees why when the provider sends it back', async () => {
    provider.accounts.set('stranger', { email: 'nobody@example.com', email_verified: true });
    provider.account = 'stranger';
    const page = await newPage();
    await page.goto(`${url}/console`);
    await page.getByRole('link', { name: 'Corporate account' }).click();
    await page.getByText('The venue does not know this account.').waitFor();
    expect(page.url()).toBe(`${url}/console`);
  });

  test('whose session was ended elsewhere is asked to sign in again', async () => {
    const page = await newPage();
    await page.goto(await venue.consoleLink());
    await page.getByRole('button', { name: 'Sandbox operator' }).click();
    await live(page);
    const [operator] = (await admin('list', '--client', 'C00000001')) as unknown as { userId: string }[];
    await admin('end-sessions', '--user', operator!.userId);
    await page.getByText('Your session is over. Sign in again.').waitFor();
    await page.getByRole('button', { name: 'Sandbox operator' }).waitFor();
  });

  /** As if the user of the page had signed in long ago; no node knows of it once a dangerous call is refused. */
  const growOld = async (page: Page) => {
    const database = await openDatabase({ file: mainDatabaseFile(venue.service.config.DATA_DIR) });
    await database.db.updateTable('user_sessions').set({ authenticated_at: 0 }).execute();
    await database.close();
    await expect.poll(() => page.evaluate(DANGEROUS_CALL)).toBe('1403');
  };
  /** A client has two keys at most: each test makes one of another client. */
  const createKey = async (page: Page, client: string) => {
    await page.goto(`${url}/console/keys/${client}`);
    await growOld(page);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  };

  test('signs in again for a dangerous action, which is then done (P21)', async () => {
    const page = await newPage();
    await page.goto(await venue.consoleLink());
    await page.getByRole('button', { name: 'Sandbox operator' }).click();
    await live(page);
    await createKey(page, 'C00000002');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByText('sign in again: this needs a sign-in of the last 10 minutes').first().waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Continue as Sandbox operator' }).click();
    await page.locator('code.secret').waitFor();
  });

  test('signs in again at the provider, in a window that closes by itself', async () => {
    await newUser('Olga Operator', 'C00000001', 'operator');
    provider.accounts.set('olga', { email: 'olga.operator@example.com', email_verified: true });
    provider.account = 'olga';
    const page = await newPage();
    await page.goto(`${url}/console`);
    await page.getByRole('link', { name: 'Corporate account' }).click();
    await live(page);
    await createKey(page, 'C00000001');
    const window = page.waitForEvent('popup');
    await page.getByRole('dialog').getByRole('button', { name: 'Corporate account' }).click();
    await (await window).waitForEvent('close');
    await page.bringToFront();
    await page.locator('code.secret').waitFor();
  });
});
