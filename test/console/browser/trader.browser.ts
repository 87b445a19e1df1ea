import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { goTo, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

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
    await row.getByTitle(`Account ${demo.accountId} Example Investor`).getByText('Example Investor').waitFor();
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

  test('writes several tickets by keyboard, with presets, and is asked before each order by choice', async () => {
    const page = await pageAt('market');
    const ticket = page.locator('.ticket');
    await ticket.getByRole('button', { name: '500 shares' }).click();
    await ticket.getByLabel('Price', { exact: true }).fill('9.90');
    await ticket.getByRole('button', { name: '+0.05' }).click();
    expect(await page.locator('#ticket-price').inputValue()).toBe('9.95');
    await page.keyboard.press('2');
    await page.keyboard.type('40');
    expect(await page.locator('#ticket-quantity').inputValue()).toBe('40');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    expect(await page.locator('#ticket-quantity').inputValue()).toBe('500');
    await ticket.getByText('Presets …').click();
    await ticket.getByLabel(/^Sizes/).fill('25 1,000');
    await ticket.getByLabel('Ask before every order').check();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await ticket.getByRole('button', { name: '25 shares' }).click();
    await page.locator('#ticket-price').fill('10.10');
    await ticket.getByText('Ready to send').waitFor();
    await page.locator('#ticket-send').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Buy 25 Example Security at 10.10. Value $252.50.').waitFor();
    await dialog.getByRole('button', { name: 'Buy 25 at 10.10' }).click();
    await page
      .getByText(/Order \d+: (Working|Filled)/)
      .first()
      .waitFor();
  });

  test('arranges panels, which stay; an operator sees the whole market instead of own orders', async () => {
    const page = await pageAt('market');
    await page.getByRole('button', { name: 'Arrange panels' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Column of Time and sales').selectOption('hidden');
    await dialog.getByLabel('Column of Watch list').selectOption('left');
    await dialog.getByLabel('Move Watch list up').click();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('.column.left > :first-child.watch').waitFor();
    expect(await page.locator('.time-and-sales').count()).toBe(0);
    await page.getByRole('button', { name: 'Arrange panels' }).click();
    await dialog.getByRole('button', { name: 'As at first' }).click();
    await page.locator('.time-and-sales').waitFor();
    const operator = await pageAt('market', 'operator');
    const overview = operator.locator('.overview');
    await overview.getByRole('row').nth(1).getByRole('cell').last().click();
    await overview.locator('tr.selected').waitFor();
    expect(await operator.getByText('Own orders').count()).toBe(0);
    expect(await violationsOn(operator)).toEqual([]);
  });

  test('sees buying power, and how much of the limits is used', async () => {
    await venue().call(venue().credentials('operator'), 'setLimits', {
      ...{
        clientId: trader().clientID,
        limits: { maxOpenValue: '1000000.00', maxOrderQuantity: 10_000, sides: 'Buy' },
      },
    });
    const page = await pageAt('limits');
    await page
      .getByText(/^\$9\d\d,\d\d\d/)
      .first()
      .waitFor();
    await page.getByText('10,000 at most').waitFor();
    await expect.poll(() => page.locator('meter').count()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    expect(await isTooWide(page)).toBe(false);
    await page.setViewportSize(WIDE);
    await goTo(page, 'Market');
    await page.locator('.ticket .power').getByText(/^\$/).waitFor();
  });

  test('gets the statement of a month as PDF (H16)', async () => {
    const page = await pageAt('positions');
    await page.getByRole('button', { name: 'Statement …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('As API call').click();
    await dialog.getByText('await ats.methods.getStatement({').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Make PDF' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^statement-C\d+-20\d\d-\d\d\.pdf$/);
    expect(readFileSync((await saved.path()) ?? '', 'latin1').slice(0, 5)).toBe('%PDF-');
    await dialog.waitFor({ state: 'detached' });
  });
});
