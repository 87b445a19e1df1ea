/** The operator manages users and their sessions; everybody sees the own ones. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { CookieBrowser } from '../../sign-in/browser.ts';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { failOnComplaints, goTo, isTooWide, venueOfFile } from '../support/venue.ts';

/** A folder for pictures of what was tried; absent: none. */
const SCREENSHOTS = process.env.TEST_SCREENSHOTS;
const WIDE = { width: 1440, height: 900 };

describeInBrowser('users', (open) => {
  const venue = venueOfFile({ RATE_LIMIT_PAGES: '0' });
  let page: Page;

  const live = () => page.locator('.connection[data-status="live"]').waitFor();
  const signIn = async (name: string) => {
    await page.context().clearCookies();
    await page.goto(await venue().consoleLink());
    await page.getByRole('button', { name }).click();
    await live();
  };
  const post = (browser: CookieBrowser, path: string, body: object) =>
    browser.request(`${venue().url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-openats-console': '1', origin: venue().url },
      body: JSON.stringify(body),
    });
  /** Another browser, in which the sandbox user with the role is signed in. */
  const signedIn = async (role: string) => {
    const browser = new CookieBrowser();
    const token = /#token=([\w-]+)$/.exec(await venue().consoleLink())?.[1];
    const opened = await post(browser, 'console/sign-in/link', { token });
    const { sandboxUsers } = (await opened.json()) as { sandboxUsers: { userId: string; roles: string[] }[] };
    const { userId } = sandboxUsers.find(({ roles }) => roles.includes(role))!;
    await post(browser, 'console/sign-in/link', { userId });
    return { browser, userId };
  };
  const codeOf = async (browser: CookieBrowser): Promise<string> =>
    String(((await (await post(browser, 'v3/getSessions', {})).json()) as { statusCode: string }).statusCode);
  const confirm = async (words: string) => {
    await page.getByRole('button', { name: `${words} …`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: words, exact: true }).click();
  };
  /** In light and dark, wide and narrow. */
  const looksRight = async (name: string) => {
    for (const [colorScheme, size] of [
      ['light', WIDE],
      ['dark', WIDE],
      ['dark', NARROW],
      ['light', NARROW],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const look = `${name}-${size.width}-${colorScheme}`;
      if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/${look}.png` });
      expect(await isTooWide(page), look).toBe(false);
      expect(await violationsOn(page), look).toEqual([]);
    }
    await page.setViewportSize(WIDE);
  };

  beforeAll(async () => {
    page = await open();
    await page.setViewportSize(WIDE);
    failOnComplaints(page);
    await signIn('Sandbox operator');
  });

  test('one is made, gets another role, is invited, and loses its access', async () => {
    await goTo(page, 'Users and roles');
    await page.getByRole('link', { name: 'Sandbox trader' }).waitFor();
    await looksRight('users');
    await page.getByRole('button', { name: 'New user …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Client', { exact: true }).fill('C00000002');
    await dialog.getByLabel('Name', { exact: true }).fill('Example Person');
    await dialog.getByLabel('E-mail').fill('example.person@example.com');
    await dialog.getByLabel('Role').selectOption('trader');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const record = page.getByRole('article');
    await record.getByRole('heading', { name: 'Example Person' }).waitFor();
    const userId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const usersNow = async () => (await venue().call(venue().credentials('operator'), 'admin/getUsers')).users;
    const itself = { userId, clientId: 'C00000002', name: 'Example Person' };
    expect(await usersNow()).toContainEqual(expect.objectContaining({ ...itself, roles: ['trader'], active: 'Yes' }));

    expect(await record.getByLabel('Operator').count()).toBe(0);
    await record.getByLabel('Back office').check();
    await record.getByRole('button', { name: 'Set roles' }).click();
    await page.getByText('The roles of Example Person are set').waitFor();
    expect(await usersNow()).toContainEqual(expect.objectContaining({ ...itself, roles: ['trader', 'backOffice'] }));

    await confirm('Invite');
    const link = await record.locator('code.secret').innerText();
    const token = /\/console#link=([\w-]+)$/.exec(link)?.[1];
    const invited = await post(new CookieBrowser(), 'console/sign-in/passkey/register-options', { token });
    expect(await invited.json()).toMatchObject({ user: { name: 'Example Person' } });
    await page.goto(`${venue().url}/console/users/${userId}`);
    await record.getByRole('heading', { name: 'Example Person' }).waitFor();
    expect(await page.locator('code.secret').count()).toBe(0);
    await confirm('Recover');
    await record.locator('code.secret').waitFor();
    await looksRight('user');

    await confirm('Deactivate');
    await record.getByText('■ Inactive').waitFor();
    expect(await record.getByRole('button', { name: 'Invite …' }).count()).toBe(0);
    await confirm('Activate');
    await record.getByText('● Active').waitFor();
    await record.getByRole('link', { name: 'Changes it made' }).click();
    await page.getByText('No entry is like that.').waitFor();
  });

  test('a key says whose it is and when it ends; both call while another one follows it (C94)', async () => {
    await page.goto(`${venue().url}/console/users`);
    const maker = page.getByRole('link', { name: 'Sandbox operator', exact: true });
    const userId = /U\d{8}/.exec((await maker.getAttribute('href')) ?? '')?.[0] ?? '';
    const { clientID } = await venue().newClient('Example House');
    const keysNow = async () => {
      const { keys } = await venue().call(venue().credentials('operator'), 'admin/getApiKeys', { clientId: clientID });
      return keys as { keyId: string; name: string | null; madeBy: string | null; expiresAt: string | null }[];
    };
    await page.goto(`${venue().url}/console/keys/${clientID}`);
    const year = new Date().getUTCFullYear() + 1;
    await page.getByLabel('Name', { exact: true }).fill('Order gateway');
    await page.getByLabel('Ends').fill(`${year}-03-02T15:30`);
    await page.getByRole('button', { name: 'New key' }).click();
    const secret = page.locator('code.secret');
    const first = await secret.innerText();
    const row = page.getByRole('row').filter({ hasText: 'Order gateway' });
    await row.getByRole('link', { name: userId }).waitFor();
    await row.getByText(`${year}-03-02`).waitFor();
    await row.getByText('never').waitFor();
    const ends = await page.evaluate(`new Date('${year}-03-02T15:30').getTime()`);
    const made = (await keysNow()).find(({ name }) => name === 'Order gateway')!;
    expect(made).toMatchObject({ madeBy: userId });
    expect(Date.parse(made.expiresAt ?? '')).toBe(ends);
    await looksRight('keys');

    await row.getByRole('button', { name: `Rotate ${made.keyId}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('This key ends').selectOption({ label: 'in an hour' });
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
    await expect.poll(() => secret.innerText()).not.toBe(first);
    const second = await secret.innerText();
    for (const developerAPIKey of [first, second]) await venue().call({ clientID, developerAPIKey }, 'getSecurities');
    await expect.poll(() => row.count()).toBe(2);
    const after = await keysNow();
    expect(after.filter(({ name }) => name === 'Order gateway')).toHaveLength(2);
    const { expiresAt } = after.find(({ keyId }) => keyId === made.keyId)!;
    expect(Date.parse(expiresAt ?? '')).toBeLessThan(Date.now() + 3_600_000);
  });

  test('the roles are explained', async () => {
    await goTo(page, 'Users and roles');
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('region', { name: 'Auditor' }).getByText('reads everything of all clients').waitFor();
    await page.reload();
    await page.getByRole('region', { name: "Issuer's compliance" }).waitFor();
    await looksRight('roles');
  });

  test('the session of another user is ended, which is signed out at once (P8)', async () => {
    const { browser, userId } = await signedIn('trader');
    expect(await codeOf(browser)).toBe('101');
    await page.goto(`${venue().url}/console/users/${userId}`);
    await confirm('End');
    await page.getByText('No sessions.').waitFor();
    await expect.poll(() => codeOf(browser)).toBe('103');
  });

  test('the operator has no way to change the own roles and access (P22)', async () => {
    await page.goto(`${venue().url}/console/users`);
    await page.getByRole('link', { name: 'Sandbox operator', exact: true }).click();
    const record = page.getByRole('article');
    await record.getByLabel('Operator').waitFor();
    expect(await record.getByLabel('Operator').isDisabled()).toBe(true);
    for (const name of ['Invite …', 'Recover …', 'Deactivate …', 'Set roles'])
      expect(await record.getByRole('button', { name }).count(), name).toBe(0);
  });

  test('an auditor sees users and ends own sessions only; with the one of the page it is signed out', async () => {
    const { browser } = await signedIn('auditor');
    const { userId } = await signedIn('trader');
    await signIn('Sandbox auditor');
    await page.goto(`${venue().url}/console/users/${userId}`);
    await page.getByRole('rowheader', { name: 'Link' }).first().waitFor();
    for (const name of ['End …', 'Invite …', 'Deactivate …', 'Set roles'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    await page.goto(`${venue().url}/console/keys/C00000002`);
    await page.getByText('● active').first().waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await goTo(page, 'Own sign-ins');
    const rows = page.getByRole('main').getByRole('row');
    const own = rows.filter({ hasText: 'this session' });
    const other = rows.filter({ hasText: '○ Link' });
    await own.waitFor();
    await looksRight('sessions');
    await other.getByRole('button', { name: 'End …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await other.waitFor({ state: 'detached' });
    await expect.poll(() => codeOf(browser)).toBe('103');
    await own.getByRole('button', { name: 'End …' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('This page signs out.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Your session is over. Sign in again.').waitFor();
  });

  test('a trader sees the own sessions, and no users', async () => {
    await signIn('Sandbox trader');
    await goTo(page, 'Own sign-ins');
    await page.getByText('this session').waitFor();
    const links = page.getByRole('navigation', { name: 'Places', exact: true }).getByRole('link');
    expect(await links.filter({ hasText: 'Users and roles' }).count()).toBe(0);
  });
});
