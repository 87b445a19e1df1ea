/** Each role begins where its work is; only those who send orders have a ticket. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

const HOMES = [
  ['Sandbox trader', 'Market'],
  ['Sandbox compliance', 'Offerings'],
  ['Sandbox back office', 'Approvals'],
  ['Sandbox operator', 'Health and nodes'],
  ['Sandbox surveillance', 'Surveillance'],
  ['Sandbox auditor', 'Audit log'],
] as const;

describeInBrowser('a role', (open) => {
  const venue = venueOfFile({ RATE_LIMIT_PAGES: '0' });

  test.each(HOMES)('%s lands on %s', async (name, title) => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.context().clearCookies();
    await page.goto(await venue().consoleLink());
    await page.getByRole('button', { name: new RegExp(name, 'i') }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor({ state: 'attached' });
    const current = page.locator('.all-places a[aria-current="page"]');
    expect((await current.innerText()).trim()).toMatch(new RegExp(`^${title}`));
    if (!['Sandbox operator', 'Sandbox surveillance', 'Sandbox auditor'].includes(name)) return;
    await page.locator('.all-places a[href$="/console/market"]').click();
    await page.getByRole('heading', { name: 'Whole market' }).waitFor();
    expect(await page.locator('.ticket').count()).toBe(0);
  });

  test('that sends an order which would be refused is asked, with the reason, before it is sent', async () => {
    const { securityId } = venue().demo;
    const operator = venue().credentials('operator');
    const stop = { scope: 'security', securityid: securityId };
    await venue().call(operator, 'throwKillSwitch', { ...stop, reason: 'A wrong price' });
    const page = await open();
    await page.context().clearCookies();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, venue().credentials('client'), 'market');
    await page.locator('#ticket-price').fill('9.90');
    await page.locator('.verdict').getByText('It would be refused: ').waitFor();
    await page.locator('#ticket-send').click();
    const dialog = page.getByRole('dialog', { name: 'The venue would refuse this order' });
    await dialog.getByText(/It would be refused: .*A wrong price/).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByText(/^Refused/).count()).toBe(0);
    await venue().call(operator, 'releaseKillSwitch', stop);
  });
});
