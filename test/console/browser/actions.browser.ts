import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

/** Method, address, headers and body, as the shell reads the command. */
function readCommand(command: string, env: Readonly<Record<string, string>>): string[] {
  const script = `uuidgen() { echo 0a1b2c3d; }\ncurl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8', env: { ...process.env, ...env } }).split('\0');
}

const flashes = (page: Page) => page.locator('table.grid td.flash').allInnerTexts();

describeInBrowser('actions', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string, who: 'client' | 'operator' = 'client') => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who), place);
    return page;
  };

  test('show the call that does them, which is not made before the reader confirms', async () => {
    const page = await pageAt('markets', 'operator');
    await page.getByRole('button', { name: /^Halt Example Security/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason, shown to all').fill("It's pending");
    await dialog.getByText('As API call').click();
    await dialog.locator('pre').nth(1).waitFor();
    const [command = '', script = ''] = await dialog.locator('pre').allInnerTexts();
    const { clientID, developerAPIKey } = venue().credentials('operator');
    expect(script).toContain(`await ats.methods.haltSecurity({`);
    expect(command + script).not.toContain(developerAPIKey);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await page.locator('.market.open').first().waitFor();
    // The command as it is does what the button does.
    const words = readCommand(command, { CLIENT_ID: clientID, DEVELOPER_KEY: developerAPIKey });
    const [, method, url = '', , authorization = '', , key = '', , type = '', , body = ''] = words;
    const headers = Object.fromEntries([authorization, key, type].map((line) => line.split(': ')));
    const answer = await fetch(url, { method: method as string, headers, body });
    expect(await answer.json()).toMatchObject({ statusCode: '101' });
    await page.locator('.market.halted').first().waitFor();
    await page.getByText("It's pending").waitFor();
    await page.getByRole('button', { name: /^Resume Example Security/ }).click();
    await page.getByLabel('Reason, shown to all').fill('The news is out');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.locator('.market.open').first().waitFor();
  });

  test('are undone from their message, where the API has an opposite', async () => {
    const page = await pageAt('kill-switches', 'operator');
    await page.getByLabel('Stop').selectOption('the venue');
    await page.getByRole('button', { name: 'Activate …' }).click();
    await page.getByLabel('Reason, shown to clients').fill('A test');
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    const said = page.getByRole('status').filter({ hasText: 'The kill switch is active.' });
    await page.getByRole('rowheader', { name: /^venue/ }).waitFor();
    await said.getByRole('button', { name: 'As API call' }).click();
    await page.getByRole('dialog', { name: 'As API call' }).getByText('/v3/throwKillSwitch').waitFor();
    await page.keyboard.press('Escape');
    await said.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No active kill switch.').waitFor();
  });

  test('of a form and of the ticket show the call with the fields as they are written', async () => {
    const page = await pageAt('market');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.locator('#ticket-quantity').fill('12');
    await page.locator('#ticket-price').fill('9.41');
    const ticket = page.getByRole('region', { name: 'Order', exact: true });
    await ticket.getByText('As API call').click();
    await ticket.getByText(/"quantity": "?12/).waitFor();
    await page.locator('#ticket-quantity').fill('13');
    await ticket.getByText(/"quantity": "?13/).waitFor();
    await page.goto(`${venue().url}/console/people`);
    await page.getByRole('button', { name: 'New person …' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('First name').fill('Ada');
    await form.getByText('As API call').click();
    await form.getByText('"firstName": "Ada"').waitFor();
    expect(sent.filter((url) => /create(Order|Party)$/.test(url))).toEqual([]);
  });

  test('of others flash once where a table shows them', async () => {
    const client = venue().credentials('client');
    const id = await venue().order(client, { action: 'Buy', quantity: 21, price: '6.10' });
    const page = await pageAt('orders?f.price=6..6.5');
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    expect(await flashes(page)).toEqual([]);
    await venue().call(client, 'cancelOrder', { orderid: id });
    await expect.poll(() => flashes(page)).toEqual(['✕ Cancelled']);
  });
});
