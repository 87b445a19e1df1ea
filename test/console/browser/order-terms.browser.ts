/** Terms of few orders: bids that no dividend reduces (R9), directed RFQ orders (Y6); and adjusted bars (R8). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { violationsOn } from '../support/accessibility.ts';
import { type Credentials, goTo, isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };
const DAY_MS = 24 * 3_600_000;

describeInBrowser('a trader', (open) => {
  const venue = venueOfFile();
  const trader = () => venue().credentials('client');
  const pageAt = async (place: string, who: Credentials = trader()): Promise<Page> => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, who, place);
    return page;
  };
  const send = async (page: Page): Promise<string> => {
    await page.getByText('Ready to send').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('#ticket-send').click();
    const said = await page
      .getByText(/Order \d+: Working\./)
      .first()
      .innerText();
    return /\d+/.exec(said)?.[0] ?? '';
  };
  /** The terms in the record of an order, which is not wider than a telephone. */
  const recordOf = async (page: Page, id: string): Promise<string> => {
    await page.goto(`${venue().url}/console/orders/${id}`);
    const record = page.getByRole('article');
    await record.getByText('Terms', { exact: true }).waitFor();
    await page.setViewportSize(NARROW);
    expect(await violationsOn(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.setViewportSize(WIDE);
    return record.locator('dl').first().innerText();
  };

  test('sends a bid that a cash dividend does not reduce, and reads that in its record', async () => {
    const page = await pageAt('market');
    await page.locator('#ticket-price').fill('10.20');
    await page.getByText('Account, member, display quantity').click();
    const keeps = page.getByRole('checkbox', { name: /^Do not reduce/ });
    await keeps.check();
    await page.getByRole('radio', { name: 'Sell' }).check({ force: true });
    expect(await keeps.count()).toBe(0);
    await page.getByRole('radio', { name: 'Buy' }).check({ force: true });
    const id = await send(page);
    await page.locator(`tr[data-order="${id}"]`).getByText('do not reduce').waitFor();
    const { orderDetails } = await venue().call(trader(), 'getOrder', { orderid: id });
    expect(orderDetails).toMatchObject([{ doNotReduce: 'Yes' }]);
    expect(await recordOf(page, id)).toMatch(/Do not reduce\s+The limit stays when a cash dividend is paid/);
    const other = await venue().order(trader(), { action: 'Buy', quantity: 5, price: '10.20' });
    expect(await recordOf(page, other)).not.toMatch(/reduce/);
  });

  test('asks two clients for quotes, which a third one does not see', async () => {
    const [one, two, third] = [
      await venue().newClient('Example One'),
      await venue().newClient('Example Two'),
      await venue().newClient('Example Three'),
    ];
    const page = await pageAt('market');
    expect(await page.getByLabel(/^Asks only these clients/).count()).toBe(0);
    await page.getByLabel('Type').selectOption('RFQ');
    await page.locator('#ticket-quantity').fill('40');
    const asked = page.getByLabel(/^Asks only these clients/);
    await asked.fill('C9');
    await page.getByText(/^. It would be refused: .*C9, which is no client/).waitFor();
    await asked.fill(`${one.clientID}, ${two.clientID}`);
    await page.getByRole('checkbox', { name: /^Show all quotes/ }).check();
    const id = await send(page);
    for (const who of [one, two]) {
      const { rfqOrders } = await venue().call(who, 'getRfqOrders', { securityId: venue().demo.securityId });
      expect(rfqOrders).toMatchObject([{ orderId: id }]);
    }
    await goTo(page, 'Quotes and blocks');
    const says = `It asks ${one.clientID} and ${two.clientID} alone. Each client that it asks sees all quotes.`;
    await page.getByText(says).waitFor();
    const record = await recordOf(page, id);
    expect(record).toMatch(new RegExp(`Asks only\\s+${one.clientID}, ${two.clientID}`));
    expect(record).toContain('asks 2 clients, shows its quotes');
    await venue().call(one, 'createQuote', { orderid: id, memberid: '1', price: '10.10', quantity: 40 });
    expect((await venue().call(two, 'getQuotes', { orderid: id })).quotes).toMatchObject([{ price: '10.100000' }]);
    const others = await pageAt('quotes', third);
    await others.getByText(/^No requests for quotes by other clients/).waitFor();
    const quoting = await pageAt('quotes', two);
    await quoting.getByText('somebody would buy 40').waitFor();
  });

  test('sees bars as they were traded, or adjusted for a split, as the browser keeps', async () => {
    const { securityId } = venue().demo;
    const other = await venue().newClient('Example Other');
    await venue().order(other, { action: 'Buy', quantity: 20, price: '10.25' });
    const exDate = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    const split = { securityId, kind: 'Split', ratio: '2:1', fractions: 'Up', exDate };
    await venue().call(trader(), 'createCorporateAction', split);
    await venue().call(venue().credentials('operator'), 'sandbox/clock/advance', { by: '4d' });
    const page = await pageAt('market');
    const chart = page.locator('.chart');
    expect(await chart.getByRole('combobox', { name: 'Bars' }).count()).toBe(0);
    await chart.getByRole('button', { name: '1 day' }).click();
    await chart.getByLabel(/^Chart of 1 bars; last 10.25/).waitFor();
    await chart.getByRole('combobox', { name: 'Bars' }).selectOption('Adjusted for splits');
    await chart.getByLabel(/^Chart of 1 bars; last 5.125/).waitFor();
    for (const viewport of [NARROW, WIDE]) {
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.reload();
    await chart.getByLabel(/^Chart of 1 bars; last 5.125/).waitFor();
    await chart.getByRole('combobox', { name: 'Bars' }).selectOption('As traded');
    await chart.getByLabel(/^Chart of 1 bars; last 10.25/).waitFor();
  });
});
