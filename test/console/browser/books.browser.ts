/** The books: wires and checks, differences, the money of an offering and an account, and the register of shares. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../../../scripts/demo/api-session.ts';
import { type Investment, invest } from '../../../scripts/demo/investment.ts';
import { onboardInvestor } from '../../../scripts/demo/investor.ts';
import { openRaise } from '../../../scripts/demo/raise.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { goTo, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

/** A folder for pictures of what was tried; absent: none. */
const SCREENSHOTS = process.env.TEST_SCREENSHOTS;
const WIDE = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };

/** No fault of accessibility, nothing overflows, wide and on a telephone; with a picture of each. */
async function examine(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries({ telephone: TELEPHONE, wide: WIDE })) {
    await page.setViewportSize(viewport);
    // A table follows the width of its place a moment later.
    await expect.poll(() => isTooWide(page), { message: `${name} ${size}`, timeout: 5000 }).toBe(false);
    expect([name, size, await violationsOn(page)]).toEqual([name, size, []]);
    if (SCREENSHOTS === undefined) continue;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `books-${name}-${size}.png`) });
  }
}

async function textOfDownload(page: Page, button: string): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return readFileSync(await saved.path(), 'utf8');
}

describeInBrowser('the books', (open) => {
  const venue = venueOfFile();
  /** That a test pays by a wire, one that is paid, and one that a test pays too much of. */
  let investment: Investment;
  let paid: Investment;
  let refunded: Investment;
  const pageAt = async (who: 'client' | 'operator', place: string) => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who), place);
    return page;
  };

  beforeAll(async () => {
    const { clientID, developerAPIKey } = venue().credentials('client');
    const client = new ApiSession(venue().url, `${clientID}:${developerAPIKey}`);
    const investor = await onboardInvestor(client, 1);
    const security = await openRaise(client);
    investment = await invest(client, security, investor, { units: 1500, transactionType: 'WIRE' });
    paid = await invest(client, security, investor, { units: 200, transactionType: 'WIRE' });
    refunded = await invest(client, security, investor, { units: 100, transactionType: 'WIRE' });
    const { offeringId, tradeId } = paid;
    const wire = { offeringId, tradeId, amount: '2000', receivedDate: '2026-01-02', reference: 'R1', payer: 'Payer' };
    await venue().call(venue().credentials('operator'), 'admin/recordWire', wire);
  });

  test('a wire is recorded, is a difference that a person takes, and is matched with its investment', async () => {
    const page = await pageAt('operator', 'receipts');
    await page.getByText('✓ Matched').waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Record a wire …' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Offering' }).fill(investment.offeringId);
    await page.getByRole('option', { name: /Demo Shares/ }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Amount in dollars').fill('16,000');
    await dialog.getByLabel('Received on').fill('2026-01-02');
    await dialog.getByLabel('Reference of the bank').fill('20260102MMQFMP9N000001');
    await dialog.getByLabel('Payer, as the bank has it').fill('Example Payer');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('◌ Waits for an investment').waitFor();
    await examine(page, 'receipts');
    await goTo(page, 'Differences');
    await page.getByRole('link', { name: 'Unmatched receipt' }).click();
    const record = page.getByRole('article');
    await record.getByText('A wire or a check of which something is for no trade.').waitFor();
    await record.getByText('Nobody has it').waitFor();
    await record.getByRole('button', { name: 'Take', exact: true }).focus();
    await page.keyboard.press('Enter');
    await record.getByText('● In work').waitFor();
    await record.getByRole('button', { name: 'Note …' }).click();
    await dialog.getByLabel('What is known of it').fill('Asked the bank for the investor');
    await dialog.getByRole('button', { name: 'Write', exact: true }).click();
    await record.getByText('Asked the bank for the investor').waitFor();
    await examine(page, 'difference');
    await page.getByRole('button', { name: 'Close the record' }).click();
    await page.getByRole('link', { name: 'Nobody’s' }).click();
    await page.getByText('No differences.').waitFor();
    await page.getByRole('link', { name: 'Mine' }).click();
    await page.getByRole('link', { name: 'Unmatched receipt' }).waitFor();
    await examine(page, 'differences');
    await page.getByRole('link', { name: 'Unmatched receipt' }).click();
    await record.getByRole('link', { name: /^Wire \d+$/ }).click();
    await record.getByRole('button', { name: 'Match …' }).click();
    await dialog.getByRole('combobox', { name: 'Investment' }).fill(investment.tradeId);
    await page.getByRole('option', { name: new RegExp(investment.tradeId) }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Amount in dollars').fill('15,000');
    await dialog.getByRole('button', { name: 'Match', exact: true }).click();
    await record.getByText('◐ Partly matched').waitFor();
    await record.getByText('$1,000.00').waitFor();
    await examine(page, 'receipt');
    await record.getByRole('button', { name: 'Match …' }).click();
    await dialog.getByRole('combobox', { name: 'Investment' }).fill(investment.tradeId);
    await page.getByRole('option', { name: new RegExp(investment.tradeId) }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Amount in dollars').fill('0');
    await dialog.getByRole('button', { name: 'Match', exact: true }).click();
    await dialog.getByText('is needed where money is taken from a trade').waitFor();
    const amount = dialog.getByLabel('Amount in dollars');
    // The field is left in the turn in which it is written, before anything is drawn again.
    await amount.evaluate((input: HTMLInputElement) => {
      input.select();
      document.execCommand('insertText', false, '15000');
      input.blur();
    });
    expect(await amount.inputValue()).toBe('15000');
    await dialog.getByRole('button', { name: 'Match', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await goTo(page, 'Reconciliation');
    await page.getByRole('link', { name: 'Unmatched receipt: 1' }).waitFor();
    await examine(page, 'reconciliation');
  });

  test('an offering has its balances, each entry with its cause, and a file of all', async () => {
    const page = await pageAt('client', `offerings/${paid.offeringId}`);
    const money = page.getByRole('region', { name: 'Money', exact: true });
    const matched = money.getByRole('row', { name: /Matched Escrow \$2,000\.00 Wire \d+/ });
    await matched.waitFor();
    await matched.scrollIntoViewIfNeeded();
    expect(await money.innerText()).not.toMatch(/postedDate|unmatched|isOwed|undefined/);
    await examine(page, 'offering');
    const text = await textOfDownload(page, 'Export CSV');
    expect(text.split('\r\n')[0]).toMatch(/^entry,posting,postedDate/);
    expect(text).toContain('match');
    await page.goto(`${venue().url}/console/investments/${paid.tradeId}`);
    await page.getByRole('region', { name: 'Money', exact: true }).getByText('Subscribed').first().waitFor();
    await examine(page, 'investment');
  });

  test('what is overpaid of an investment is due, is given back, and comes back', async () => {
    const page = await pageAt('operator', 'refunds');
    await page.getByText('Nothing is due.').waitFor();
    const operator = venue().credentials('operator');
    const { offeringId, tradeId } = refunded;
    const wire = { offeringId, tradeId, amount: '1250', receivedDate: '2026-01-02', reference: 'R2', payer: 'Payer' };
    await venue().call(operator, 'admin/recordWire', wire);
    await page.reload();
    await page.getByRole('link', { name: /^Wire \d+$/ }).click();
    const record = page.getByRole('article');
    const dialog = page.getByRole('dialog');
    await examine(page, 'refund-due');
    await record.getByRole('button', { name: 'Give back …' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Amount in dollars').fill('300');
    await dialog.getByRole('button', { name: 'Give back', exact: true }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.getByLabel('Reference').fill('Wire of 2026-01-05');
    await dialog.getByLabel('Amount in dollars').fill('250');
    await dialog.getByRole('button', { name: 'Give back', exact: true }).click();
    await page.getByText('$250.00 is given back').waitFor();
    await page.goto(`${venue().url}/console/refunds?show=made`);
    await page.getByText('✓ Settled').waitFor();
    await examine(page, 'refunds');
    await page.getByRole('link', { name: /^\d+$/ }).first().click();
    await record.getByText('Wire of 2026-01-05').waitFor();
    await record.getByRole('button', { name: 'Record a return …' }).click();
    await dialog.getByLabel('Reason').fill('The account is closed');
    await dialog.getByRole('button', { name: 'Record a return', exact: true }).click();
    await record.getByText('↶ Returned').waitFor();
    await examine(page, 'refund');
  });

  test('a register has its sums, holders with every entry, and files; an account its shares and cash', async () => {
    const { securityId, accountId } = venue().demo;
    const client = venue().credentials('client');
    const lots = [{ date: '2026-01-15', quantity: 5000 }];
    await venue().call(client, 'setHoldings', {
      securityId,
      holdings: [{ clientId: client.clientID, accountId, lots }],
    });
    await venue().order(client, { action: 'Sell', quantity: 1200, price: '10.00', accountid: accountId });
    const broker = await venue().newClient('Example Broker');
    await venue().order(broker, { action: 'Buy', quantity: 1200, price: '10.00' });
    const page = await pageAt('client', `register?security=${securityId}`);
    await page.getByText('2 holders, 1 holders of record, 5,000 settled shares, 5,000 by reports.').waitFor();
    const holder = page.getByRole('row', { name: /3,800/ });
    await holder.waitFor();
    await examine(page, 'register');
    const csv = await textOfDownload(page, 'Export lots');
    expect(csv.split('\r\n')[0]).toContain('clientId,accountId,quantity,settled');
    const ocf = JSON.parse(await textOfDownload(page, 'Export for cap tables (OCF)')) as { items: unknown[] };
    expect(ocf.items.length).toBeGreaterThan(2);
    await page.goto(`${venue().url}/console/accounts/${accountId}`);
    const shares = page.getByRole('region', { name: 'Shares', exact: true });
    await shares.getByText('3,800').waitFor();
    await page.getByRole('region', { name: 'Cash', exact: true }).getByText('No cash.').waitFor();
    await examine(page, 'account');
    await shares.getByRole('link', { name: /Example Security/ }).focus();
    await page.keyboard.press('Enter');
    const record = page.getByRole('article');
    await record.getByText('It began with 5,000 shares of a report.').waitFor();
    await record.getByText(/^Sold: match \d+$/).waitFor();
    await record.getByText('−1,200').waitFor();
    await record.getByText('◌ Pending').waitFor();
    await examine(page, 'holder');
    expect(await textOfDownload(page, 'Export CSV')).toContain('opening');
  });
});
