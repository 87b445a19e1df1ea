/** The search of a long list: the venue is asked for what is not among the rows that are here. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { loseCalls } from '../support/silence.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('the search of a list', (open) => {
  const venue = venueOfFile();

  test('finds the oldest of more orders than are listed, by its id, and those of a state', async () => {
    const many = await venue().newClient('Example Desk');
    const oldest = await venue().order(many, { action: 'Buy', quantity: 10, price: '7.99' });
    await venue().call(many, 'cancelOrder', { orderid: oldest });
    for (let entered = 0; entered < 220; entered += 20) {
      const some = Array.from({ length: 20 }, () =>
        venue().order(many, { action: 'Buy', quantity: 10, price: '8.00' }),
      );
      await Promise.all(some);
    }
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, many, 'orders');
    await page.getByText('200 of 221').waitFor();
    await page.getByLabel('Search in the table').fill(oldest);
    const link = page.getByRole('link', { name: oldest, exact: true });
    await link.waitFor();
    await expect.poll(() => page.locator('table.grid tbody tr').count()).toBe(1);
    await page.getByLabel('Search in the table').fill('');
    await page.getByText('200 of 221').waitFor();
    await page.getByLabel('Search in the table').fill('cancelled');
    await link.waitFor();
    await expect.poll(() => page.locator('table.grid tbody tr').count()).toBe(1);
    await loseCalls(page, (request) => String(request.postData()).includes(oldest));
    await page.getByLabel('Search in the table').fill(oldest);
    await link.waitFor({ state: 'detached' });
    await link.waitFor();
  });
});
