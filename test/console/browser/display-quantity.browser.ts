/** An order that shows in part: the trader enters it, sees what it shows, and changes that. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('an order with a display quantity', (open) => {
  const venue = venueOfFile();
  const trader = () => venue().credentials('client');
  const pageAt = async (place: string): Promise<Page> => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, trader(), place);
    return page;
  };
  // Near the offer of the demo: the form asks about unusual prices first.
  const place = (fields = {}) => venue().order(trader(), { action: 'Buy', quantity: 500, price: '10.20', ...fields });
  const displayOf = async (orderid: string) => {
    const { orderDetails } = await venue().call(trader(), 'getOrder', { orderid });
    return (orderDetails as [{ displayQuantity?: string }])[0].displayQuantity;
  };

  test('shows it in the lists and in its record, and with each change of its terms', async () => {
    const id = await place({ displayQuantity: 100 });
    const whole = await place();
    const page = await pageAt('orders');
    const row = page.locator('table.grid tbody tr').filter({ hasText: id });
    await row.getByText('GTC, shows 100').waitFor();
    await page.getByText('Columns').click();
    await page.getByRole('checkbox', { name: 'Shows at once' }).check();
    await page.keyboard.press('Escape');
    await row.getByRole('cell', { name: '100', exact: true }).waitFor();
    await row.getByRole('cell').first().click();
    await page.locator('dl, .facts').getByText('Shows at once').waitFor();
    await page.getByText('Entered: 500 at 10.20, showing 100').waitFor();

    await page.goto(`${venue().url}/console/market`);
    await page.locator(`tr[data-order="${id}"]`).getByText('shows 100').waitFor();
    expect(await page.locator(`tr[data-order="${whole}"]`).innerText()).not.toContain('shows');
    await venue().call(trader(), 'cancelOrders');
  });

  test('is added, changed and removed by the form that replaces an order', async () => {
    const id = await place({ displayQuantity: 100 });
    const page = await pageAt('market');
    const row = page.locator(`tr[data-order="${id}"]`);
    const dialog = page.getByRole('dialog', { name: `Change order ${id}` });
    const change = async (text: string) => {
      await row.focus();
      await page.keyboard.press('r');
      await dialog.getByLabel('Show at once').fill(text);
      await dialog.getByRole('button', { name: 'Change' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await row.focus();
    await page.keyboard.press('r');
    await dialog.getByText('It keeps its place in the book.').waitFor();
    await dialog.getByLabel('Show at once').fill('50');
    await dialog.getByText('It loses its place in the book.').waitFor();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await row.getByText('shows 50').waitFor();
    expect(await displayOf(id)).toMatch(/^50(\.0+)?$/);

    await change('');
    await row.getByText('shows 500').waitFor();
    await change('25');
    await row.getByText('shows 25').waitFor();
    await change('600');
    await page
      .getByText(/from the lot size of the security to the quantity/)
      .last()
      .waitFor();
    expect(await displayOf(id)).toMatch(/^25(\.0+)?$/);
    await venue().call(trader(), 'cancelOrders');
  });

  test('has no such field for an order that cannot show in part', async () => {
    const id = await place({ contingencies: 'All or None' });
    const page = await pageAt('market');
    await page.locator(`tr[data-order="${id}"]`).focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Change order ${id}` });
    await dialog.getByLabel('Price').waitFor();
    expect(await dialog.getByLabel('Show at once').count()).toBe(0);
  });
});
