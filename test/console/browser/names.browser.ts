import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { loseCalls } from '../support/silence.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

describeInBrowser('names', (open) => {
  const venue = venueOfFile();

  test('come before the ids of holders and links, and are read with one call', async () => {
    const { securityId, accountId, sellerAccountId } = venue().demo;
    const client = venue().credentials('client');
    const lots = [{ date: '2026-01-15', quantity: 100 }];
    const of = (account: string) => ({ clientId: client.clientID, accountId: account, lots });
    const others = Array.from({ length: 20 }, (_, at) => of(`A2000${1000 + at}`));
    const holdings = [of(accountId), of(sellerAccountId), ...others];
    await venue().call(client, 'setHoldings', { securityId, holdings });
    const page = await open();
    await page.setViewportSize(WIDE);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v3/accounts')) asked.push(String(request.postData()));
    });
    await openConsole(page, venue().url, client, `holders/${securityId}`);
    await page.getByRole('link', { name: `Example Investor ${accountId}` }).waitFor();
    await page.getByRole('link', { name: `Example Seller ${sellerAccountId}` }).waitFor();
    expect(asked).toHaveLength(1);
    for (const id of [accountId, sellerAccountId, 'A20001019']) expect(asked[0]).toContain(id);
    await page.getByRole('searchbox', { name: 'Search' }).fill('seller');
    await page.getByRole('link', { name: `Example Investor ${accountId}` }).waitFor({ state: 'detached' });
    await page.goto(`${venue().url}/console/accounts/${accountId}`);
    const links = page.getByRole('region', { name: 'People and companies' });
    await links.getByRole('link', { name: /^Example Investor P\d+$/ }).waitFor();
    const operator = await open();
    await operator.setViewportSize(WIDE);
    await openConsole(operator, venue().url, venue().credentials('operator'), 'accounts');
    await operator
      .getByRole('cell', { name: `Sandbox client ${client.clientID}` })
      .first()
      .waitFor();
  });

  test('are read again after a read that had no answer for as long as the page waits', async () => {
    const { securityId, accountId } = venue().demo;
    const page = await open();
    await loseCalls(page, (request) => request.url().endsWith('/v3/accounts'));
    await openConsole(page, venue().url, venue().credentials('client'), `holders/${securityId}`);
    await page.getByRole('link', { name: `Example Investor ${accountId}` }).waitFor();
  });

  test('stay ids for a key without the level of personal data', async () => {
    const { securityId, accountId } = venue().demo;
    const { clientID } = venue().credentials('client');
    const operator = venue().credentials('operator');
    const made = await venue().call(operator, 'admin/createApiKey', { clientId: clientID });
    const { keyId } = made.key as { keyId: string };
    await venue().call(operator, 'admin/setScopes', { keyId, scopes: ['account.read'] });
    const page = await open();
    await page.setViewportSize(WIDE);
    const key = { clientID, developerAPIKey: String(made.developerAPIKey) };
    const read = page.waitForResponse((response) => response.url().endsWith('/v3/accounts'));
    await openConsole(page, venue().url, key, `holders/${securityId}`);
    expect(await (await read).text()).toContain('REDACTED');
    await page.getByRole('link', { name: accountId, exact: true }).waitFor();
  });

  test('of an ended security of others come from an own order; without one it is unlisted', async () => {
    const { securityId } = venue().demo;
    const trader = await venue().newClient('Trader');
    const other = await venue().newClient('Trader without orders', ['listAtsOrders']);
    for (const client of [trader, other]) {
      await venue().order(client, { action: 'Buy', quantity: 5, price: '10.25' });
    }
    const ended = { offeringId: securityId, offeringStatus: 'Canceled' };
    await venue().call(venue().credentials('client'), 'updateOffering', ended);
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, trader, 'trades');
    await page.getByRole('cell', { name: 'Example Security' }).first().waitFor();
    const without = await open();
    await without.setViewportSize(WIDE);
    await openConsole(without, venue().url, other, 'trades');
    await without.getByRole('cell', { name: `Unlisted security ${securityId}` }).waitFor();
    await without.locator('a[data-drawer]').click();
    await without.getByRole('heading', { name: `5 Unlisted security ${securityId} at 10.25` }).waitFor();
  });
});
