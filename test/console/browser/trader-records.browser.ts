/** What a trader reads: positions with their profit, files of each list, empty places, and the market on a phone. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { type Credentials, goTo, openConsole, venueOfFile } from '../support/venue.ts';

const WIDE = { width: 1440, height: 900 };

/** Counts the tones that a page plays; there is no device for sound. */
const COUNT_TONES = `
  globalThis.tones = 0;
  const node = { connect: (other) => other, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  globalThis.AudioContext = class {
    createGain() { return node; }
    createOscillator() { return { ...node, frequency: {}, stop() {}, start() { globalThis.tones++; } }; }
  };`;

describeInBrowser('a trader', (open) => {
  const venue = venueOfFile();
  const pageAt = async (place: string, who: Credentials): Promise<Page> => {
    const page = await open();
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, who, place);
    return page;
  };
  /** One of two clients buys from the other. */
  const trade = async (buyer: Credentials, seller: Credentials, quantity: number, price: string) => {
    await venue().order(seller, { action: 'Sell', quantity, price });
    await venue().order(buyer, { action: 'Buy', quantity, price });
  };
  const csvOf = async (page: Page): Promise<{ name: string; lines: string[] }> => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const text = readFileSync((await saved.path()) ?? '', 'utf8');
    return { name: saved.suggestedFilename(), lines: text.trim().split('\r\n') };
  };

  test('filters orders by days of New York, also those that the venue filters', async () => {
    const client = venue().credentials('client');
    const page = await pageAt('market', client);
    const filtered = page.waitForRequest((request) => (request.postData() ?? '').includes('createdDate'));
    await page.goto(`${venue().url}/console/orders?f.time=2026-03-02..2026-03-08`);
    const asked = (await filtered).postData();
    // The clocks change in the night of the last day.
    for (const end of ['2026-03-02 05:00:00', '2026-03-09 03:59:59']) expect(asked).toContain(end);
    await page.getByRole('button', { name: /^Remove the filter Time, New York: / }).waitFor();
  });

  test('sees cost, value and profit of positions, which follow the last price; files have the figures', async () => {
    const [buyer, seller] = [await venue().newClient('Example Buyer'), await venue().newClient('Example Seller')];
    await trade(buyer, seller, 20, '10.00');
    await trade(buyer, seller, 10, '10.24');
    const page = await pageAt('positions', buyer);
    const row = page.locator('table.grid tbody tr');
    const cells = () => row.getByRole('cell').allInnerTexts();
    await expect
      .poll(cells)
      .toEqual([...['Example Security', 'No account', '30', '10.08', '10.24', '$307.20', '▲ +$4.80']]);
    await trade(await venue().newClient('Example Other'), seller, 5, '9.98');
    await page.reload();
    await expect
      .poll(cells)
      .toEqual([...['Example Security', 'No account', '30', '10.08', '9.98', '$299.40', '▼ −$3.00']]);
    expect(await csvOf(page)).toEqual({
      name: 'positions.csv',
      lines: [
        'Security,Account,Shares,Average cost,Last price,Value,Profit',
        expect.stringMatching(/^Example Security,No account,30,10\.08,9\.98,299\.4,-3(\.0+\d*)?$|,-2\.9{6}\d*$/),
      ],
    });
    await goTo(page, 'Trades');
    await expect.poll(() => page.locator('table.grid tbody tr').count()).toBe(2);
    const { name, lines } = await csvOf(page);
    expect(name).toBe('trades.csv');
    expect(lines[0]).toBe('Trade,"Time, New York",Security,Side,Shares,Price,Amount,Settlement,Order');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^\d+,[\d :-]{19},Example Security,Buy,10,10\.24,102\.4,Not settled,\d+$/),
      expect.stringMatching(/^\d+,[\d :-]{19},Example Security,Buy,20,10,200,Not settled,\d+$/),
    ]);
  });

  test('chooses the columns of a table once, for this browser', async () => {
    const page = await pageAt('trades', venue().credentials('client'));
    const seller = await venue().newClient('Example Seller');
    await trade(venue().credentials('client'), seller, 5, '10.00');
    const titles = () => page.locator('table.grid thead th').allInnerTexts();
    await expect.poll(titles).toContain('Amount');
    await page.getByText('Columns').click();
    await page.getByRole('checkbox', { name: 'Amount' }).uncheck();
    await page.getByRole('checkbox', { name: 'Account' }).check();
    await page.keyboard.press('Escape');
    await page.goto(`${venue().url}/console/trades`);
    await expect.poll(titles).toContain('Account');
    expect(await titles()).not.toContain('Amount');
  });

  test('hears a tone for a message where it is switched on, and not before', async () => {
    const [one, other] = [await venue().newClient('Example Desk'), await venue().newClient('Example Seller')];
    const page = await open();
    await page.setViewportSize(WIDE);
    await page.addInitScript(COUNT_TONES);
    await openConsole(page, venue().url, one, 'market');
    await page.getByText('No order is open.').waitFor();
    await trade(one, other, 5, '10.00');
    await page
      .getByText(/Order \d+: Filled 5 @ 10\.00/)
      .first()
      .waitFor();
    expect(await page.evaluate('globalThis.tones')).toBe(0);
    await page.getByLabel(/^Messages: \d unread$/).click();
    await page.getByLabel('Sound').check();
    await trade(one, other, 6, '10.00');
    await page
      .getByText(/Order \d+: Filled 6 @ 10\.00/)
      .first()
      .waitFor();
    await expect.poll(() => page.evaluate('globalThis.tones')).toBe(1);
  });

  test('without anything yet reads in each place what will be there, and how it gets there', async () => {
    const page = await pageAt('market', await venue().newClient('Example Newcomer'));
    const orders = page.locator('.orders');
    await orders.getByText('No order is open. Send one with the ticket.').waitFor();
    await orders.getByRole('button', { name: 'Ended' }).click();
    await orders.getByText('No order has ended lately. Filled and cancelled orders appear here.').waitFor();
    await orders.getByRole('button', { name: 'Trades' }).click();
    await orders.getByText('No trades yet. They appear here when an order of yours is matched.').waitFor();
    await page.getByLabel('Find a security').fill('nothing is called so');
    await page.getByText('No security is found. Enter a part of its name, symbol or id.').waitFor();
    await page
      .getByLabel(/^Messages/)
      .first()
      .click();
    await page.getByText('No messages. Fills, ends and rejections of orders').waitFor();
    await page.keyboard.press('Escape');
    for (const [place, words] of [
      ['Orders', 'No orders yet. Send one from the ticket of the market, or by createOrder.'],
      ['Trades', 'No trades yet. They appear here when an order of yours is matched.'],
      ['Positions', 'No positions. They appear after your first trade.'],
      ['Limits', 'No limits are set. Their use is counted from the first one on.'],
      ['Quotes and blocks', 'No requests for quotes by other clients. Send an order of type RFQ to request quotes.'],
      ['Quotes and blocks', 'No blocks to confirm. Report one with “Report a block …”.'],
    ] as const) {
      await goTo(page, place);
      await page.getByText(words).waitFor();
    }
  });

  test('on a phone has price, depth, ticket and orders one below the other', async () => {
    const page = await pageAt('market', venue().credentials('client'));
    await page.setViewportSize(NARROW);
    const top = async (panel: string) => (await page.locator(`.panel.${panel}`).boundingBox())?.y ?? Number.NaN;
    await expect
      .poll(async () => {
        const tops = await Promise.all(['security', 'ladder', 'ticket', 'orders', 'chart', 'watch'].map(top));
        return tops.every((at, index) => index === 0 || at > (tops[index - 1] as number));
      })
      .toBe(true);
  });
});
