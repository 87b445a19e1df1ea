/** Places after an outage: what failed to load is read again by itself. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { goTo, openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('a place that was opened in an outage', (open) => {
  const venue = venueOfFile();

  test('loads its list, its record and its program once the venue is back', async () => {
    const id = await venue().order(venue().credentials('client'), { action: 'Buy', quantity: 20, price: '8.01' });
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, venue().credentials('client'), 'market');
    const outage = async (work: () => Promise<void>) => {
      await page.route(/\/(v3|assets)\//, (route) => route.abort('connectionrefused'));
      await work();
      await page.unroute(/\/(v3|assets)\//);
    };
    await outage(async () => {
      await goTo(page, 'Orders');
      await page.getByText('The place could not be loaded').waitFor();
    });
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await goTo(page, 'Market');
    await outage(async () => {
      await goTo(page, 'Orders');
      await page.getByText('The venue did not answer').waitFor();
    });
    const link = page.getByRole('link', { name: id, exact: true });
    await link.waitFor();
    expect(await page.getByText('The venue did not answer').count()).toBe(0);
    await outage(async () => {
      await link.click();
      await page.getByRole('complementary').getByText('The venue did not answer').waitFor();
    });
    await page.getByRole('article').getByText('Order').first().waitFor();
  });

  test('keeps the address of its icon from record to record', async () => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, venue().credentials('client'), 'orders');
    const icon = () => page.evaluate<string>("document.querySelector('link[rel=icon]').href");
    const before = await icon();
    await page.locator('tbody a').first().click();
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('article').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/console\/orders\/\d+$/);
    expect(await icon()).toBe(before);
  });
});
