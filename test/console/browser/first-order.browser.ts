import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { failOnComplaints, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('the first minute', (open) => {
  const venue = venueOfFile();

  test('a newcomer signs in with one click, takes a price with the next, and trades with the third', async () => {
    const page = await open();
    failOnComplaints(page);
    const started = performance.now();
    await page.goto(await venue().consoleLink());
    // The token is spent and gone from the address.
    await page.waitForURL('**/console');
    await page.getByRole('button', { name: 'Sandbox trader' }).waitFor();
    const seenMs = performance.now() - started;
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sandbox trader' }).click();
    await page.getByRole('button', { name: 'Buy at 10.25' }).click();
    await page.getByRole('button', { name: 'Buy 100 at 10.25' }).click();
    // The order that it trades with is the same client's, which hears of both.
    await page
      .getByText(/Order \d+: Filled 100 @ 10.25/)
      .first()
      .waitFor();
    await page.getByText('100 of 5,000').waitFor();
    console.log(`first view: ${Math.round(seenMs)} ms with the stripping of types`);
  });

  test('the link works once; its browser can sign in again, as the operator too, and no other can', async () => {
    const page = await open();
    const link = await venue().consoleLink();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sandbox trader' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sandbox operator' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sandbox operator' }).waitFor();
    // Another browser: this one is known by its cookies.
    await page.context().clearCookies();
    for (const address of [link, venue().url]) {
      const other = await open();
      await other.goto(address);
      await other.getByRole('heading', { name: 'With an API key' }).waitFor();
      expect(await other.getByRole('button', { name: /^Sandbox/ }).count()).toBe(0);
    }
  });

  test('the page keeps to WCAG 2.2 AA, narrow and wide, in light and dark', async () => {
    const page = await open();
    await openConsole(page, venue().url, venue().credentials('client'));
    await page.getByText('Example Security').first().waitFor();
    for (const viewport of [NARROW, WIDE]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        expect(await violationsOn(page), `${viewport.width} ${colorScheme}`).toEqual([]);
        expect(await isTooWide(page), `${viewport.width}: the page is wider than its window`).toBe(false);
      }
    }
  });
});
