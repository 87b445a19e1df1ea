/** One search over all records, and the audit log with each value before and after. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEMO_ISSUER } from '../../../src/modules/examples/index.ts';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

const ISSUER = { ...DEMO_ISSUER, updatedIpAddress: '192.0.2.1' };

describeInBrowser('all records', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string) => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials('operator'), place);
    return page;
  };

  test('are found by a part of a name and by ids, from the palette too', async () => {
    const { accountId, securityId } = venue().demo;
    const orderId = await venue().order(venue().credentials('client'), { action: 'Buy', quantity: 3, price: '2.00' });
    const page = await pageAt('health');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'A place, a record or an action' }).fill('EXAMPLE INV');
    await page.getByRole('option', { name: 'Search all records for EXAMPLE INV' }).click();
    const accounts = page.getByRole('region', { name: 'Accounts', exact: true });
    await accounts.getByRole('link', { name: `Example Investor (${accountId})` }).waitFor();
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.setViewportSize(WIDE);
    const text = page.getByLabel('A name, a part of one, or an id');
    await text.fill(orderId);
    await page.getByRole('region', { name: 'Orders', exact: true }).getByRole('link').click();
    await page.getByRole('heading', { name: /^Buy 3 Example Security at 2\.00/ }).waitFor();
    await page.goBack();
    await text.fill(securityId);
    await page.getByRole('region', { name: 'Securities', exact: true }).getByRole('link').waitFor();
    await text.fill('nobody has this name');
    await page.getByText('Nothing has the name or the id nobody has this name.').waitFor();
  });

  test('change with who and when, each value before and after, by page and as a file', async () => {
    const client = venue().credentials('client');
    const { issuerId } = venue().demo;
    for (const issuerStatus of ['Pending', 'Approved'])
      await venue().call(client, 'updateIssuer', { ...ISSUER, issuerId, issuerStatus });
    const page = await pageAt('audit-log');
    const row = page.locator('table.grid tbody tr', { hasText: 'Update issuer' }).first();
    await row.getByText('Pending → Approved').waitFor();
    await row.getByRole('link').first().click();
    const changes = page.getByRole('region', { name: 'Before and after', exact: true });
    const change = /^Issuers: issuer status .*Pending Approved$/i;
    await changes.getByRole('row', { name: change }).waitFor();
    expect(await page.getByRole('article').innerText()).not.toMatch(/issuerStatus|issuer_status|updateIssuer/);
    expect(await violationsOn(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Update issuer' }).waitFor();
    await page.getByRole('link', { name: 'All entries of it' }).first().click();
    const rows = page.locator('table.grid tbody tr');
    const isFiltered = async () => [2, 3, 4, 5, 6, 7, 8, 9].includes(await rows.count());
    await expect.poll(isFiltered).toBe(true);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export all' }).click(),
    ]);
    const lines = readFileSync((await saved.path()) ?? '', 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(1 + (await rows.count()));
    expect(lines[1]).toContain('Pending > Approved');
  });
});
