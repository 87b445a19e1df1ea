import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ApiSession } from '../../../scripts/demo/api-session.ts';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { confirmByKey, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };
const RULES =
  '2 holders of at most 99, only registered shares are sold, 1 windows of trading, first refusal within 48 hours';

describeInBrowser('holders', (open) => {
  const venue = venueOfFile();

  test('are imported, changed and exported, and the transfer rules are edited', async () => {
    const { securityId, accountId } = venue().demo;
    const client = venue().credentials('client');
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, client, `holders/${securityId}`);
    await page.getByText('0 holders, no transfer rules').waitFor();
    const file = (text: string) =>
      page
        .getByLabel('Import CSV …')
        .setInputFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const id = client.clientID;
    await file(`clientId,date,quantity\n${id},2026-01-15,5000\n${id},15.01.2026,1\n`);
    await page.getByText('Line 3: date must be YYYY-MM-DD.').first().waitFor();
    const own = `${id},,2026-01-15,5000\r\n`;
    const rows = `${own}${id},${accountId},2026-01-15,2000.500000\r\n${id},${accountId},2026-02-16,2999.500000\r\n`;
    await file(`clientId,accountId,date,quantity\r\n${rows}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 holders with 10,000 shares in 3 lots.').waitFor();
    await dialog.getByLabel('Reason').fill('Issue of January');
    await dialog.getByRole('button', { name: 'Import' }).click();
    const holder = page.getByRole('row', { name: new RegExp(accountId) });
    await holder.getByText('50.00 %').waitFor();
    // A row of the client itself has its name, which getClients shows operators alone.
    await page.getByRole('row', { name: new RegExp(`^Sandbox client ${id} `) }).waitFor();
    await page.setViewportSize(NARROW);
    const height = () => page.locator('.table-scroll').evaluate(({ clientHeight }) => clientHeight);
    await expect.poll(height).toBeGreaterThan(250);
    await page.setViewportSize(WIDE);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export lots' }).click(),
    ]);
    expect(
      readFileSync(await saved.path(), 'utf8')
        .split('\r\n')
        .sort(),
    ).toEqual(`clientId,accountId,date,quantity\r\n${rows}`.split('\r\n').sort());
    await page.getByRole('button', { name: 'Change a holder …' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Client', { exact: true }).fill(id);
    await dialog.getByLabel('Lots').fill('2026-01-15 15000');
    await dialog.getByLabel('Reason').fill('Gift of a founder');
    await dialog.getByRole('button', { name: 'Report' }).click();
    await holder.getByText('25.00 %').waitFor();
    await page.getByRole('button', { name: 'Transfer rules …' }).click();
    await dialog.getByLabel('Most holders').fill('99');
    await dialog.getByLabel('Sales of shares that are not registered').selectOption('Refused');
    await dialog.getByRole('button', { name: 'Add a window' }).click();
    await dialog.getByLabel('From (1)').fill('2030-01-02T09:30');
    await dialog.getByLabel('To (1)').fill('2030-01-01T16:00');
    await dialog.getByRole('button', { name: 'Set' }).click();
    await dialog.getByText(/Windows of trading.*must end after it begins/).waitFor();
    await dialog.getByLabel('To (1)').fill('2030-07-01T16:00');
    await dialog.getByRole('combobox', { name: 'Accounts that may trade' }).fill(accountId);
    await dialog.getByRole('option', { name: new RegExp(accountId) }).click();
    await dialog.getByRole('button', { name: /^Remove .*A\d/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Remove .*A\d/ }).click();
    await dialog.getByLabel('First refusal, hours to answer').fill('48');
    await dialog.getByRole('button', { name: 'Set' }).click();
    await page.getByText(RULES).waitFor();
    await page.getByRole('link', { name: 'First refusals' }).waitFor();
    const changes = page.getByRole('region', { name: 'Changes of the register' }).getByRole('listitem');
    await expect
      .poll(() => changes.allTextContents())
      .toEqual([
        expect.stringMatching(/holds 15,000 shares.*By the issuer: Gift of a founder/),
        expect.stringMatching(/2 holders reported, 10,000 shares.*By the issuer: Issue of January/),
      ]);
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    const { transferRules } = await venue().call(client, 'getTransferRules', { securityId });
    expect(transferRules).toMatchObject({ version: 1, holdersMax: 99, firstRefusalUnanswered: 'Waive' });
    expect(transferRules).toMatchObject({ unregisteredSales: 'Refused' });
    expect(transferRules).toMatchObject({ windows: [{ from: '2030-01-02 14:30:00', to: '2030-07-01 20:00:00' }] });
    await venue().call(client, 'setTransferRules', { securityId, unregisteredSales: 'Allowed' });
  });

  test('have their sell orders held: the issuer waives one first refusal and exercises another', async () => {
    const { securityId } = venue().demo;
    const client = venue().credentials('client');
    await venue().call(client, 'setTransferRules', { securityId, firstRefusalHours: 48 });
    const seller = await venue().newClient('Example Seller');
    const sell = (quantity: number) => venue().order(seller, { action: 'Sell', quantity, price: '14.00' });
    const [waived, exercised] = [await sell(21), await sell(22)];
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, client, 'approvals');
    const record = page.getByRole('complementary');
    const answer = async (name: RegExp, words: string, reason?: string) => {
      await page.getByRole('link', { name }).click();
      await page.getByRole('button', { name: `${words} …` }).focus();
      await page.keyboard.press('Enter');
      if (reason !== undefined) await page.getByLabel('Reason, shown to its client').fill(reason);
      await confirmByKey(page);
      await record.getByText('It no longer waits').waitFor();
      await page.keyboard.press('Escape');
    };
    await answer(/Sell 21 Example Security at 14.00/, 'Waive');
    await answer(/Sell 22 Example Security at 14.00/, 'Exercise', 'The issuer buys them');
    const api = new ApiSession(venue().url, `${seller.clientID}:${seller.developerAPIKey}`);
    const statusOf = async (orderId: string) => {
      const { ats_orders } = await api.read('listAtsOrders', { filter: JSON.stringify({ orderId }) });
      return (ats_orders as [{ orderStatus: string }])[0].orderStatus;
    };
    expect([await statusOf(waived), await statusOf(exercised)]).toEqual(['Live', 'Cancelled']);
  });
});
