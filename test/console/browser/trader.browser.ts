import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('a trader', (open) => {
  const venue = venueOfFile();
  const trader = () => venue().credentials('client');
  const pageAt = async (place: string, who: 'client' | 'operator' = 'client'): Promise<Page> => {
    const page = await open();
    page.setDefaultTimeout(40000);
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who), place);
    return page;
  };

  test('hears of fills and ends of orders that were placed elsewhere, and chooses a sound (N16)', async () => {
    const other = await venue().newClient('Example Broker');
    const page = await pageAt('market');
    await page.locator('.orders tbody tr').first().waitFor();
    const id = await venue().order(trader(), { action: 'Sell', quantity: 70, price: '10.20' });
    await venue().order(other, { action: 'Buy', quantity: 30, price: '10.20' });
    await page.getByText(`Order ${id}: Filled 30 @ 10.20.`).first().waitFor();
    await venue().call(venue().credentials('operator'), 'cancelOrders', { clientId: trader().clientID });
    await page
      .getByText(new RegExp(`Order ${id}: Cancelled: `))
      .first()
      .waitFor();
    const messages = page.getByLabel(/^Messages: \d unread$/);
    await messages.click();
    await page.getByLabel('Sound').check();
    expect(await violationsOn(page)).toEqual([]);
    await page.reload();
    await messages.click();
    expect(await page.getByLabel('Sound').isChecked()).toBe(true);
    const link = page
      .locator('.inbox li')
      .filter({ hasText: `Order ${id}: Filled` })
      .getByRole('link');
    await link.click();
    await page.getByRole('heading', { name: 'Sell 70' }).waitFor();
    await page
      .locator('.inbox li.read')
      .filter({ hasText: `Order ${id}: Filled` })
      .waitFor();
  });

  test('keeps lists of securities, sorted as chosen, and sees terms, time and average price of orders', async () => {
    const other = await venue().newClient('Example Broker');
    const page = await pageAt('market');
    const watch = page.locator('.watch');
    await watch
      .getByRole('button', { name: 'Lists' })
      .or(watch.getByText('Lists', { exact: true }))
      .click();
    await watch.getByLabel('Name of a new list').fill('Mornings');
    await page.keyboard.press('Enter');
    await watch.getByText('This list is empty.').waitFor();
    await page.keyboard.press('Escape');
    await watch.getByLabel('List', { exact: true }).selectOption({ label: 'All securities' });
    await watch.getByLabel('Add to Mornings: Example Security').click();
    await watch.getByRole('button', { name: 'Sort by change' }).click();
    await watch.getByLabel('List', { exact: true }).selectOption('Mornings');
    await watch.getByLabel('Take off Mornings: Example Security').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.reload();
    await watch.getByLabel('Take off Mornings: Example Security').waitFor();
    expect(await watch.locator('th[aria-sort="descending"]').innerText()).toContain('%');
    await watch.getByRole('cell').last().click();
    await watch.locator('tr.selected').waitFor();
    const { demo } = venue();
    const id = await venue().order(trader(), {
      action: 'Sell',
      quantity: 70,
      price: '10.20',
      accountid: demo.accountId,
    });
    await venue().order(other, { action: 'Buy', quantity: 30, price: '10.20' });
    const row = page.locator(`.orders tr[data-order="${id}"]`);
    await row.getByText('ø 10.20').waitFor();
    expect(await row.innerText()).toMatch(new RegExp(`${id} · \\d\\d:\\d\\d:\\d\\d`));
    expect(await row.innerText()).toContain(demo.accountId);
  });

  test('sees candles of any day with own fills, and chooses the time frame once', async () => {
    const other = await venue().newClient('Example Broker');
    await venue().order(trader(), { action: 'Sell', quantity: 10, price: '10.20' });
    await venue().order(other, { action: 'Buy', quantity: 10, price: '10.20' });
    const page = await pageAt('market');
    const chart = page.locator('.chart');
    await chart.getByRole('button', { name: '5 min' }).click();
    await chart.getByLabel(/^Chart of \d+ bars; last 10.2; \d+ own fills?$/).waitFor();
    await chart.locator('canvas').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await chart.getByLabel('Last day').fill('2024-03-05');
    await chart.getByText('No trade on these days.').waitFor();
    await page.reload();
    await chart.getByLabel(/^Chart of \d+ bars/).waitFor();
    for (const frame of ['1 day', '1 h', '1 min']) {
      await chart.getByRole('button', { name: frame, exact: true }).click();
      await chart.getByLabel(/^Chart of \d+ bars; last 10.2; \d+ own fills?$/).waitFor();
    }
  });
});
