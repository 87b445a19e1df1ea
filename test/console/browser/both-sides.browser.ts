/** The market at the sizes of a laptop and of a telephone: both sides of the book, and the ticket with its button. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

/** A folder for pictures of what was tried; absent: none. */
const SCREENSHOTS = process.env.TEST_SCREENSHOTS;

describeInBrowser('the market', (open) => {
  const venue = venueOfFile();
  const marketAt = async (width: number, height: number): Promise<Page> => {
    const trader = venue().credentials('client');
    await venue().call(trader, 'cancelOrders');
    for (let level = 1; level <= 12; level++) {
      await venue().order(trader, { action: 'Buy', quantity: 10 * level, price: (10 - level / 100).toFixed(2) });
      await venue().order(trader, { action: 'Sell', quantity: 10 * level, price: (10 + level / 100).toFixed(2) });
    }
    const page = await open();
    await page.setViewportSize({ width, height });
    await openConsole(page, venue().url, trader, 'market');
    await page.locator('.ladder').getByText('9.99').first().waitFor();
    await page.locator('.chart .empty, .chart-place canvas').first().waitFor();
    await page.getByText('Buying power').or(page.locator('#ticket-send')).first().waitFor();
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/market-${width}.png` });
    return page;
  };
  /** Whether it is in view without scrolling. */
  const isSeen = (page: Page, selector: string, index = 0) =>
    page
      .locator(selector)
      .nth(index)
      .evaluate((one) => {
        const element = one as unknown as {
          getBoundingClientRect(): { top: number; bottom: number };
          ownerDocument: never;
        };
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight;
      });

  test('shows the best bid and offer, five levels of each and the whole ticket at 1440 x 900', async () => {
    const page = await marketAt(1440, 900);
    expect(await isSeen(page, '#ticket-send')).toBe(true);
    const isCut =
      "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.ladder .scroll'))";
    expect(await page.evaluate(isCut)).toBe(false);
    for (const side of ['bid', 'offer'])
      for (let level = 0; level < 5; level++) {
        const found = page.locator(`.ladder td.shares.${side}`);
        await expect.poll(() => found.count(), { message: side }).toBeGreaterThan(level);
        const at = side === 'bid' ? level : (await found.count()) - 1 - level;
        expect(await isSeen(page, `.ladder td.shares.${side}`, at), `${side} ${level}`).toBe(true);
      }
  });

  test('begins with both sides of the book on a telephone, and the button of the ticket is whole', async () => {
    const page = await marketAt(390, 844);
    const offers = page.locator('.ladder td.shares.offer');
    expect(await isSeen(page, '.ladder td.shares.bid')).toBe(true);
    expect(await isSeen(page, '.ladder td.shares.offer', (await offers.count()) - 1)).toBe(true);
    await page.locator('#ticket-price').focus();
    await page.locator('#ticket-send').scrollIntoViewIfNeeded();
    expect(await isSeen(page, '#ticket-send')).toBe(true);
    expect(await isTooWide(page)).toBe(false);
  });
});
