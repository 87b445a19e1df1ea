/** Corporate actions on screen (R1, R4), and settings that got a screen with them (V46, V51, N30). */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

const DAY_MS = 24 * 3_600_000;

describeInBrowser('corporate actions', (open) => {
  const venue = venueOfFile();

  test('are announced after a check, take effect, list payments, and are cancelled by a typed word', async () => {
    const client = venue().credentials('client');
    await venue().order(client, { action: 'Buy', quantity: 100, price: '10.00' });
    const seller = await venue().newClient('Second Seller');
    await venue().order(seller, { action: 'Sell', quantity: 7, price: '10.00' });
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, client, 'corporate-actions');
    await page.getByText(/^No corporate actions/).waitFor();
    const announce = async (exDate: string, ratio: string) => {
      await page.getByRole('button', { name: 'Announce an action …' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('New shares for old ones').fill(ratio);
      await dialog.getByLabel('Parts of a share').selectOption('Up');
      await dialog.getByLabel('Ex date, New York').fill(exDate);
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByText(/^It changes [1-9]\d* open orders?: .* shares, worth \$/).waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Announce' }).click();
      return dialog;
    };
    const soon = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    const dialog = await announce('2020-01-02', '2:1');
    await dialog.getByText(/Ex date\W+must be after today/).waitFor();
    await dialog.getByRole('button', { name: 'Change the terms' }).click();
    expect(await dialog.getByLabel('New shares for old ones').inputValue()).toBe('2:1');
    await page.keyboard.press('Escape');
    await (await announce('2040-03-05', '3:1')).waitFor({ state: 'detached' });
    await (await announce(soon, '2:1')).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /2040-03-05/ }).click();
    await page.getByRole('button', { name: 'Cancel the action …' }).click();
    const confirm = page.getByRole('dialog', { name: /^Cancel the action: Split of/ });
    await confirm.getByText(/^The action changes [1-9]\d* open orders?: /).waitFor();
    await confirm.getByLabel('Reason, shown to all').fill('The board withdrew it');
    const yes = confirm.getByRole('button', { name: 'Cancel the action' });
    expect(await yes.isDisabled()).toBe(true);
    await confirm.getByLabel('Type CANCEL to go on').fill('cancel');
    await yes.click();
    await page.locator('.record').getByText('✕ Cancelled').waitFor();
    await page.locator('.record').getByText('The board withdrew it').waitFor();
    const operator = venue().credentials('operator');
    await venue().call(operator, 'sandbox/clock/advance', { by: '4d' });
    await page.goto(`${venue().url}/console/corporate-actions/${venue().demo.securityId}-2`);
    await page.getByText('✓ Effective').waitFor();
    await page.getByRole('region', { name: 'Payments', exact: true }).waitFor();
    const matches = page.getByRole('region', { name: 'Unsettled matches', exact: true });
    // Of before the split; the last two columns are the buyer and the seller.
    await matches.getByRole('row', { name: new RegExp(`\\b7 10.00 .*${seller.clientID}$`) }).waitFor();
    const saved = page.waitForEvent('download');
    await matches.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^action-\d+-2-matches\.csv$/);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a tender is announced, answered and withdrawn, and lists what was bought (R14)', async () => {
    const client = venue().credentials('client');
    const { securityId } = venue().demo;
    const holding = { clientId: client.clientID, lots: [{ date: '2020-01-06', quantity: 5000 }] };
    await venue().call(client, 'setHoldings', { securityId, holdings: [holding] });
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, client, 'corporate-actions');
    await page.getByRole('button', { name: 'Announce an action …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Action').selectOption('Tender');
    await dialog.getByLabel('Shares to buy at most').fill('2,000');
    await dialog.getByLabel('Price of a share, $').fill('12.5');
    await dialog.getByLabel('Bought shares').selectOption('Treasury');
    const soon = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
    await dialog.getByLabel('Ex date, New York').fill(soon);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Announce' }).click();
    await page.getByRole('row', { name: /Tender/ }).click();
    const answers = page.getByRole('region', { name: 'Answers', exact: true });
    await answers.getByText(/^No answers/).waitFor();
    await page.getByRole('button', { name: 'Cancel the action …' }).click();
    await dialog.getByText('The action leaves open orders as they are.').waitFor();
    await page.keyboard.press('Escape');
    const answer = async (quantity: string) => {
      await answers.getByRole('button', { name: 'Answer the tender …' }).click();
      await dialog.getByLabel('Shares to sell').fill(quantity);
      await dialog.getByRole('button', { name: 'Tender', exact: true }).click();
    };
    await answer('6,000');
    await dialog.getByText(/fewer whole shares/).waitFor();
    await page.keyboard.press('Escape');
    await answer('400');
    await page.getByText('Tendered: 400 shares.').waitFor();
    await answer('0');
    await page.getByText('The answer is withdrawn.').waitFor();
    await answers.getByText(/^No answers/).waitFor();
    await answer('2,500');
    await answers.getByRole('row', { name: /2,500/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await venue().call(venue().credentials('operator'), 'sandbox/clock/advance', { by: '8d' });
    await page.reload();
    await page.getByText('✓ Effective').waitFor();
    await answers.getByRole('row', { name: /2,500 .*2,000/ }).waitFor();
    await answers.getByText('Answers: 1. Shares: 2,500 tendered, 2,000 bought.').waitFor();
    const payments = page.getByRole('region', { name: 'Payments', exact: true });
    await payments.getByRole('row', { name: /25,000/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a day of a place is that of the venue, whatever the clock of the browser says', async () => {
    const page = await open();
    await page.addInitScript('const now = Date.now; Date.now = () => now() - 400 * 86400000;');
    await openConsole(page, venue().url, venue().credentials('client'), 'fees');
    const month = await page.getByLabel('Month').inputValue();
    // The tests before have moved the clock of the sandbox by 12 days.
    expect(Math.abs(Date.parse(`${month}-01`) - Date.now())).toBeLessThan(36 * DAY_MS);
  });

  test('the operator sets a reference price, and a client the self-trade prevention of its orders', async () => {
    const operator = await open();
    await operator.setViewportSize({ width: 1440, height: 900 });
    await openConsole(operator, venue().url, venue().credentials('operator'), 'markets');
    await operator.getByRole('button', { name: /^Reference price of Example Security/ }).click();
    await operator.getByLabel('Reference price, $').fill('1,012.5');
    await operator.keyboard.press('Tab');
    expect(await operator.getByLabel('Reference price, $').inputValue()).toBe('1,012.50');
    await operator.getByRole('button', { name: 'Set', exact: true }).click();
    await operator.getByText('Example Security: $1,012.50.').waitFor();
    const client = await open();
    await openConsole(client, venue().url, venue().credentials('client'), 'limits');
    await client.getByRole('button', { name: 'Self-trade prevention …' }).click();
    await client.getByLabel('Two own orders that would trade').selectOption('Cancel Both');
    await client.getByRole('button', { name: 'Set', exact: true }).click();
    await client.getByText('Own orders that would trade with each other: both are cancelled.').waitFor();
  });
});
