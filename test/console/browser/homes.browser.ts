/** Each role begins where its work is; only those who send orders have a ticket. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

const HOMES: readonly (readonly [name: string, title: string, parts: readonly string[], not: readonly string[]])[] = [
  ['Sandbox trader', 'Market', ['Depth', 'Order'], []],
  ['Sandbox compliance', 'Today', ['Needs you', 'Raise by state', 'Holders'], ['Venue', 'Open alerts']],
  ['Sandbox back office', 'Today', ['Needs you', 'Raise by state', 'Money of the day'], ['Venue', 'Holders']],
  ['Sandbox operator', 'Today', ['Venue', 'Open alerts', 'Needs you', 'Money of the day'], ['Raise by state']],
  ['Sandbox surveillance', 'Today', ['Open alerts', 'Needs you'], ['Money of the day', 'Venue']],
  ['Sandbox auditor', 'Today', ['Open alerts'], ['Venue']],
];

describeInBrowser('a role', (open) => {
  const venue = venueOfFile({ RATE_LIMIT_PAGES: '0' });

  test.each(HOMES)('%s lands on %s', async (name, title, parts, not) => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.context().clearCookies();
    await page.goto(await venue().consoleLink());
    await page.getByRole('button', { name: new RegExp(name, 'i') }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor({ state: 'attached' });
    const current = page.locator('.all-places a[aria-current="page"]');
    expect((await current.innerText()).trim()).toMatch(new RegExp(`^${title}`));
    for (const part of parts) await page.getByRole('heading', { level: 2, name: part, exact: true }).waitFor();
    const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
    for (const part of not) expect(await heading(part).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
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
