import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('oversight', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string) => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, venue().credentials('operator'), place);
    return page;
  };
  /** Both sides of one account, below the other orders of the sandbox. */
  const washTrade = async (price: string) => {
    const client = venue().credentials('client');
    const fields = { quantity: 30, price, accountid: venue().demo.accountId };
    const buy = await venue().order(client, { action: 'Buy', ...fields });
    const sell = await venue().order(client, { action: 'Sell', ...fields });
    return { buy, sell };
  };
  const alertCount = async () => {
    const { alerts } = await venue().call(venue().credentials('operator'), 'admin/getAlerts', { rule: 'Wash trade' });
    return (alerts as object[]).length;
  };

  test('an alert is found, read, taken, commented and closed with the keyboard alone', async () => {
    const { buy } = await washTrade('5.00');
    await expect.poll(alertCount).toBe(1);
    const page = await pageAt('approvals');
    await page.getByRole('link', { name: 'Wash trade in Example Security' }).click();
    await page.getByRole('link', { name: 'Open the record' }).waitFor();
    await page.getByRole('link', { name: 'Surveillance 1' }).click();
    const row = page.locator('table.grid tbody tr').first();
    await row.getByText('Wash trade').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await row.focus();
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByRole('heading', { name: /^Wash trade: Sandbox client \(C\d+\), once$/ }).waitFor();
    await record.getByText('same account').waitFor();
    await record.getByRole('link', { name: `Order ${buy}` }).waitFor();
    await record.getByRole('link', { name: /^Trade \d+$/ }).waitFor();
    await record.getByRole('button', { name: 'Assign to me' }).focus();
    await page.keyboard.press('Enter');
    await record
      .locator('.timeline')
      .getByText(/^Assigned by Sandbox operator \(C\d+\)/)
      .waitFor();
    await record.getByRole('button', { name: 'Close …' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Why it is closed').fill('Two desks of one owner');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await record.getByText('✓ Closed').waitFor();
    await record.getByText('Two desks of one owner').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await record.getByRole('link', { name: `Order ${buy}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Buy 30 Example Security at 5.00/ }).waitFor();
  });

  test('the rules show their thresholds, which are set with a reason, with the keyboard alone (O17)', async () => {
    const page = await pageAt('surveillance');
    await page.getByRole('link', { name: 'Rules', exact: true }).focus();
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByRole('row', { name: /● Price band.*10 10$/ }).waitFor();
    await record.getByText('Nothing yet').waitFor();
    await record.getByRole('button', { name: 'Set thresholds …' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Change between matches, percent').fill('1001');
    await dialog.getByLabel('Reason').fill('A volatile week');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('1000').waitFor();
    await dialog.getByLabel('Change between matches, percent').fill('0');
    await page.keyboard.press('Enter');
    await record.getByRole('row', { name: /○ Price band, off.*0 10$/ }).waitFor();
    await record.getByText('A volatile week. Change between matches, percent: 0.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('health says that one process has no other nodes', async () => {
    const page = await pageAt('health');
    await page.getByRole('region', { name: 'Nodes' }).getByText('One process').waitFor();
  });

  test('the market of a minute is played back by the slider', async () => {
    const client = venue().credentials('client');
    // The venue's own time: its clock may differ from the system's by some milliseconds.
    const { clientID, developerAPIKey } = client;
    const headers = { authorization: `Bearer ${clientID}:${developerAPIKey}` };
    const status = await fetch(`${venue().url}/v3/status`, { headers });
    const { timestamp: from } = (await status.json()) as { timestamp: string };
    await venue().order(client, { action: 'Buy', quantity: 11, price: '4.10' });
    await venue().order(client, { action: 'Buy', quantity: 12, price: '4.20' });
    const { securityId } = venue().demo;
    const page = await pageAt(`market-replay?security=${securityId}&moment=${encodeURIComponent(from)}`);
    await page.getByText('0 of 2 events').waitFor();
    const there = new Date(from).toLocaleString('sv-SE', { timeZone: 'America/New_York' });
    expect(await page.getByLabel('From, New York').inputValue()).toBe(there.replace(' ', 'T').replace(/:00$/, ''));
    const book = page.getByRole('region', { name: 'Example Security, open' });
    expect(await book.getByText('4.10').count()).toBe(0);
    await page.getByRole('button', { name: 'Event ›' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 of 2 events').waitFor();
    await book.getByText('4.10').waitFor();
    expect(await book.getByText('4.20').count()).toBe(0);
    await page.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('End');
    await page.getByText('2 of 2 events').waitFor();
    await book.getByText('4.20').waitFor();
    await page.getByRole('region', { name: 'Orders and trades' }).getByText('▲ buy, entered').nth(1).waitFor();
    await page.keyboard.press('Home');
    await page.getByText('0 of 2 events').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('the audit log says who changed what, and is asked by method', async () => {
    const operator = venue().credentials('operator');
    const { securityId } = venue().demo;
    await venue().call(operator, 'haltSecurity', { securityId, reason: 'News is pending' });
    await venue().call(operator, 'resumeSecurity', { securityId, reason: 'The news is out' });
    const page = await pageAt('audit-log');
    await page.getByRole('cell', { name: 'Halt security' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByText('Find …').click();
    await page.getByLabel('Method', { exact: true }).fill('resumeSecurity');
    await page.keyboard.press('Enter');
    await page.getByText('Find (1)').waitFor();
    await expect.poll(() => page.getByRole('cell', { name: 'Halt security' }).count()).toBe(0);
    await page.getByRole('cell', { name: 'Resume security' }).waitFor();
    await page.getByRole('cell', { name: `security ${securityId}` }).waitFor();
    expect(new URL(page.url()).search).toBe('?method=resumeSecurity');
  });

  test('health draws the metrics of before the page was opened', async () => {
    const page = await pageAt('health');
    await page.getByLabel('Time').selectOption('Last day');
    await page
      .getByRole('img', { name: /^Commands a second/ })
      .locator('canvas')
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
