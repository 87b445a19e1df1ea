import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { goTo, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

describeInBrowser('places and records', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string, who: 'client' | 'operator' = 'client') => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who), place);
    return page;
  };
  const order = (fields: object) => venue().order(venue().credentials('client'), { action: 'Buy', ...fields });

  test('have addresses: a list opens a record in a drawer, the address as a page; back leads back (N14)', async () => {
    const id = await order({ quantity: 31, price: '9.10' });
    const page = await pageAt('orders?f.side=Buy');
    await page.getByRole('link', { name: id, exact: true }).click();
    const drawer = page.getByRole('complementary', { name: `Orders: ${id}` });
    await drawer.getByRole('heading', { name: 'Buy 31 Example Security at 9.10' }).waitFor();
    expect(pathOf(page)).toBe(`/console/orders/${id}`);
    await page.getByRole('region', { name: 'Orders: table' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/console/orders?f.side=Buy');
    await page.goForward();
    await drawer.waitFor();
    await page.reload();
    await page.getByRole('article').getByText('Why it waits').waitFor();
    expect(await page.getByRole('region', { name: 'Orders: table' }).count()).toBe(0);
    expect(await page.title()).toBe(`${id} · Orders – OpenATS console`);
    await page.getByRole('link', { name: '‹ Back to the list' }).click();
    await page.getByRole('region', { name: 'Orders: table' }).waitFor();
    await page.goBack();
    await page.getByRole('article').waitFor();
    await page.goto(`${venue().url}/console/nowhere`);
    await page.getByText('There is no such place').waitFor();
  });

  test('an order shows its whole life, is changed and cancelled with the keyboard alone', async () => {
    const id = await order({ quantity: 20, price: '9.20' });
    const page = await pageAt('orders');
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(id);
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByRole('button', { name: 'Change …' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Shares in all').fill('15');
    await page.keyboard.press('Enter');
    await record.getByText('Replaced: 15 at 9.20').waitFor();
    await record.getByRole('button', { name: 'Cancel order …' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('15 of its 15 shares, worth $138.00, are taken from the book').waitFor();
    await page.keyboard.press('Enter');
    await record.getByText('✕ Cancelled').waitFor();
    const steps = record.locator('.timeline li strong');
    await expect
      .poll(() => steps.allInnerTexts())
      .toEqual(['Cancelled', 'Replaced: 15 at 9.20', 'Entered: 20 at 9.20']);
  });

  test('a table filters, sorts and searches by its address, and saves what it shows (N15)', async () => {
    for (const [quantity, price] of [
      [7, '8.30'],
      [8, '8.10'],
      [9, '8.20'],
    ] as const)
      await order({ quantity, price });
    const page = await pageAt('orders?f.price=8..8.5&sort=-price');
    const shares = page.locator('table.grid tbody tr td:nth-child(6)');
    await expect.poll(() => shares.allInnerTexts()).toEqual(['7', '9', '8']);
    await page.getByRole('button', { name: 'Shares' }).click();
    await expect.poll(() => shares.allInnerTexts()).toEqual(['7', '8', '9']);
    expect(pathOf(page)).toBe('/console/orders?f.price=8..8.5&sort=shares');
    await page.getByText('Filter (1)').click();
    await page.getByRole('group', { name: 'Shares' }).getByLabel('from').fill('8');
    await page.keyboard.press('Tab');
    await expect.poll(() => shares.allInnerTexts()).toEqual(['8', '9']);
    await page.keyboard.press('Escape');
    await page.getByText('Columns').click();
    await page.getByRole('checkbox', { name: 'Time' }).uncheck();
    await page.getByRole('button', { name: 'Price: further left' }).click();
    await page.keyboard.press('Escape');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('orders.csv');
    const [titles, ...lines] = readFileSync((await saved.path()) ?? '', 'utf8')
      .trim()
      .split('\r\n');
    expect(titles).toBe('Order,Security,Side,Shares,Price,Filled,Average,Terms,State');
    expect(lines).toEqual([
      expect.stringMatching(/^\d+,Example Security,Buy,8,8\.1,0,,GTC,Working$/),
      expect.stringMatching(/^\d+,Example Security,Buy,9,8\.2,0,,GTC,Working$/),
    ]);
    await page.goto(`${venue().url}/console/orders?f.state=Filled`);
    await page.getByText('No row is like that.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Remove the filter State: Filled' }).count()).toBe(1);
  });

  test('the arrows move in a table, Space selects, and selected orders are cancelled at once', async () => {
    const ids = [await order({ quantity: 3, price: '7.10' }), await order({ quantity: 4, price: '7.20' })];
    const page = await pageAt('orders?f.price=7..7.5&sort=price');
    await page.locator('table.grid tbody tr').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.row')).toBe('1');
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Cancel …' }).click();
    await page.getByRole('button', { name: 'Cancel 2 orders' }).click();
    await page.getByText('2 orders are cancelled.').waitFor();
    await expect.poll(() => page.locator('table.grid tbody').innerText()).not.toContain('Working');
    await page.keyboard.press('ArrowDown');
    await page.locator('table.grid tbody tr').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: `Orders: ${ids[0]}` }).waitFor();
  });

  test('a table of 100,000 rows draws those in sight, and sorts and filters all', async () => {
    const page = await pageAt('market');
    const holdings = Array.from({ length: 100_000 }, (_, at) => ({
      ...{ place: String(at), clientId: `C${at % 7}`, accountId: `A${at}` },
      lots: [{ date: '2026-03-02', quantity: String((at * 7919) % 100_003) }],
    }));
    await page.route('**/getHoldings', (route) =>
      route.fulfill({ json: { statusCode: '101', statusDesc: 'Ok', holdings, moreHoldings: 'No' } }),
    );
    await goTo(page, 'Holders');
    await page.getByText('100,000', { exact: true }).waitFor();
    const rows = page.locator('table.grid tbody tr');
    expect(await rows.count()).toBeLessThan(60);
    await rows.first().focus();
    await page.keyboard.press('End');
    await page.getByText('A99999', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.dataset.row')).toBe('99999');
    expect(await rows.count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Shares' }).click();
    await page.keyboard.press('Shift+Tab');
    await page.locator('.table-scroll').evaluate((place) => {
      (place as { scrollTop: number }).scrollTop = 0;
    });
    // No shares: no part of the register.
    await expect.poll(() => rows.first().locator('td').last().innerText()).toBe('0.00 %');
    await page.getByRole('searchbox').fill('A9999');
    await expect.poll(() => rows.count()).toBe(11);
  });

  test('an operator sees the orders of all clients, and cancels those of one', async () => {
    const id = await order({ quantity: 77, price: '6.60' });
    const page = await pageAt(`orders/${id}`, 'operator');
    const { clientID } = venue().credentials('client');
    await page.getByText(`Order ${id} of Sandbox client ${clientID}`).waitFor();
    expect(await page.getByRole('button', { name: /^(Change|Cancel order) …/ }).count()).toBe(0);
    const broker = await venue().newClient('Example Broker');
    const other = await venue().order(broker, { action: 'Buy', quantity: 66, price: '6.50' });
    await goTo(page, 'Orders');
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Client' }).fill('Example Bro');
    await page.getByRole('option', { name: /Example Broker/ }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('td.way-in').allInnerTexts()).toEqual([other]);
    expect(pathOf(page)).toBe(`/console/orders?f.client=${broker.clientID}`);
    await page.getByText('Cancel for a client …').click();
    await page.getByRole('combobox', { name: 'Client' }).fill('Sandbox cl');
    await page.getByRole('option', { name: /Sandbox client/ }).click();
    await page.locator('form').getByLabel('Side').selectOption('buy');
    await page.getByRole('button', { name: 'Cancel orders …' }).click();
    await page.getByText('All its live buy orders in every security are cancelled').waitFor();
    await page.getByRole('button', { name: /^Cancel \d+ orders?$/ }).click();
    await page.getByText(new RegExp(`\\d+ orders of ${clientID} are cancelled`)).waitFor();
    await page.goto(`${venue().url}/console/orders/${id}`);
    await page.getByText('✕ Cancelled').waitFor();
  });

  test('an offering is created from a draft that survives a reload, approved, and closed (N17)', async () => {
    const page = await pageAt('offerings');
    await page.getByRole('button', { name: 'New offering …' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Example Units');
    await form.getByLabel('Target, $').fill('lots');
    await page.reload();
    await page.getByRole('button', { name: 'New offering …' }).click();
    expect(await form.getByLabel('Name').inputValue()).toBe('Example Units');
    await form.getByRole('combobox', { name: 'Issuer' }).click();
    await form.getByRole('option', { name: /Example Issuer/ }).click();
    const rest = { 'Smallest investment, $': '10', 'Most that is raised, $': '1,000', 'Price of a unit, $': '10' };
    for (const [label, text] of Object.entries(rest)) await form.getByLabel(label).fill(text);
    await form.getByLabel('Begins').fill('2026-01-02');
    await form.getByLabel('Ends', { exact: true }).fill('2030-12-31');
    await form.getByLabel('Description').fill('For trying out');
    await form.getByLabel('Watermark of its documents').fill('Example');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.locator('.faulty', { hasText: /Target, \$.*Target\b/s }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await form.getByLabel('Target, $').fill('500');
    await form.getByRole('button', { name: 'Create' }).click();
    const record = page.getByRole('article');
    await record.getByRole('heading', { name: 'Example Units' }).waitFor();
    await record.getByText('◌ Pending').waitFor();
    await record.getByText('No subscriptions.').waitFor();
    await record.getByRole('button', { name: 'Approve …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await record.getByText('● Approved').waitFor();
    await record.getByRole('button', { name: 'Close …' }).click();
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last();
    expect(await close.isDisabled()).toBe(true);
    await page.getByLabel('Type CLOSE to go on').fill('close');
    await close.click();
    await record.getByText('■ Closed').waitFor();
    await page.setViewportSize(NARROW);
    expect(await isTooWide(page)).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('refusals stay in the messages until they are read, while the user is signed in (N16)', async () => {
    const page = await pageAt('market');
    await page.locator('#ticket-price').fill('9.90');
    await page.getByText('Ready to send').waitFor();
    await venue().call(venue().credentials('operator'), 'throwKillSwitch', {
      ...{ scope: 'security', securityid: venue().demo.securityId, reason: 'A wrong price' },
    });
    await page.locator('#ticket-send').click();
    await page.locator('.saying.refused').waitFor();
    await page.reload();
    // The venue cancels the seller's order, of which the news may come before the page is left.
    await page.getByLabel(/^Messages: [12] unread$/).click();
    await page.locator('.inbox').getByText('Refused').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByLabel('Messages', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'OpenATS console' }).waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage).join() + document.cookie')).not.toContain('inbox');
  });

  test('a first visit has a tour of four steps, which can be left and shown again', async () => {
    const page = await pageAt('orders');
    const tour = page.getByRole('region', { name: 'Tour' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Tour');
    await page.keyboard.press('Enter');
    await tour.getByText('1 of 4: Places.').waitFor();
    await expect.poll(() => page.locator('.side-bar.toured').count()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
    for (const words of ['2 of 4: Find anything.', '3 of 4: Orders.', '4 of 4: Messages and help.']) {
      await tour.getByRole('button', { name: 'Next' }).focus();
      await page.keyboard.press('Enter');
      await tour.getByText(words).waitFor();
    }
    await page.setViewportSize(NARROW);
    expect(await isTooWide(page)).toBe(false);
    await tour.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.locator('.connection[data-status="live"]').waitFor();
    expect(await tour.count()).toBe(0);
    await page.evaluate("localStorage.removeItem('openats.preferences')");
    await page.reload();
    await tour.getByRole('button', { name: 'Leave the tour' }).click();
    await tour.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.toured').count()).toBe(0);
  });
});
