/** Symbols of securities, and orders outside of the price collar (V67 to V69), in the console. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { openConsole, venueOfFile } from '../support/venue.ts';

describeInBrowser('a security with reference data', (open) => {
  const venue = venueOfFile();

  test('shows its symbol, and asks before an order outside of the price collar', async () => {
    const { securityId } = venue().demo;
    const [client, operator] = [venue().credentials('client'), venue().credentials('operator')];
    await venue().call(operator, 'setReferencePrice', { securityid: securityId, price: '10' });
    const rules = { symbol: 'DEMO', priceCollar: '10', lotSize: 5 };
    await venue().call(operator, 'updateSecurityReference', { securityId, reference: rules });
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 900 });
    await openConsole(page, venue().url, client);
    const ticket = page.locator('.ticket');
    await ticket.getByText('DEMO · ').waitFor();
    await page.getByRole('heading', { name: 'DEMO · ' }).waitFor();
    await page.getByLabel('Find a security').fill('demo ·');
    await page
      .locator('.watch tbody')
      .getByText(/^DEMO · /)
      .waitFor();

    await ticket.getByText('Buy', { exact: true }).click();
    await ticket.getByLabel('Shares', { exact: true }).fill('35');
    await ticket.getByLabel('Price', { exact: true }).fill('8.90');
    const warning = 'The price 8.90 is outside of the price collar: more than 10 % from the reference price 10.00.';
    await ticket.getByText(warning).waitFor();
    await page.locator('#ticket-send').click();
    const dialog = page.getByRole('dialog', { name: 'Outside of the price collar' });
    await dialog.getByText(warning).waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByText(/Order \d+: Working/).count()).toBe(0);
    await page.locator('#ticket-send').click();
    await dialog.getByRole('button', { name: 'Buy 35 at 8.90' }).click();
    const row = page.locator('.orders tbody tr').filter({ hasText: '0 of 35' });
    await row.getByText(/^DEMO · /).waitFor();
    const orderid = await row.getAttribute('data-order');
    const { orderDetails } = await venue().call(client, 'getOrder', { orderid });
    expect(orderDetails).toMatchObject([{ beyondCollar: 'Yes' }]);

    // What has another fault is refused and not asked about.
    await ticket.getByLabel('Shares', { exact: true }).fill('36');
    await ticket.getByText('It would be refused: lot size of the security is 5: the order has 36').waitFor();
  });
});
