import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, NARROW } from '../../support/browser.ts';
import { allOrFew } from '../../support/thorough.ts';
import { addressesOf, type Who } from '../support/addresses.ts';
import { fillVenue, type Records } from '../support/filled-venue.ts';
import { isTooWide, openConsole, venueOfFile } from '../support/venue.ts';

/** What scrolls by itself: on a telephone a reader does not see that there is more. */
const TOO_WIDE = `[...document.querySelectorAll('main .table-scroll, main .scroll, main .facts dd')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((place) => place.getAttribute('aria-label') ?? place.textContent)`;
/** Texts that are cut, or run over the next row: in rows, in the title of the place, and in the bar at the bottom. */
const CUT = `[...document.querySelectorAll(
    'table.grid :is(td, th, td > a, .below, .name), table.grid tbody tr, .bar .here, .bottom-bar span, ' +
    '.orders .cut, .watch .cut, table.rows td.number, ' +
    '.ticket > header small')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 3)
  .map((part) => part.textContent)`;
/** Columns with times whose title does not name the zone, where the cell does not. */
const WITHOUT_ZONE = `[...new Set([...document.querySelectorAll('main table')].flatMap((table) => {
  const titles = [...table.querySelectorAll('thead th')].map((head) => head.textContent);
  return [...table.querySelectorAll('tbody td, tbody th')].flatMap((cell) => {
    const title = titles[cell.cellIndex] ?? '';
    return /\\d\\d:\\d\\d/.test(cell.textContent) && !/New York|\\bNY\\b/.test(title + ' ' + cell.textContent)
      ? [title + ': ' + cell.textContent] : [];
  });
}))]`;
/** Numbers of the market that are painted with a clip: it costs time with each drawing. */
const CLIPPED = `[...document.querySelectorAll('table.rows td.number, table.rows td small:not(.cut)')]
  .filter((part) => getComputedStyle(part).overflow !== 'visible').length`;
/** Resolves once what a change of the size has changed is drawn. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
/** A small screen, with the side bar. */
const SMALL = { width: 1280, height: 800 };
/** Three columns of the market. */
const WIDE = { width: 1440, height: 900 };
/** Until a list has chosen its columns. */
const SETTLES_MS = 3000;
/** At most as many places and records of a user are tried, unless the run is thorough. */
const ADDRESSES_FEW = 16;
/** A ladder, and rows that are scrolled on purpose, are in the market. */
const SCROLLED = ['market'];

describeInBrowser('on a telephone and a small screen', (open) => {
  const venue = venueOfFile({ RATE_LIMIT_PAGES: '0' });
  let filled: Promise<Records> | undefined;
  const fill = () => {
    const { url, service } = venue();
    const credentials = { client: venue().credentials('client'), operator: venue().credentials('operator') };
    filled ??= fillVenue({ addresses: { api: url }, ...credentials, dataDir: service.config.DATA_DIR });
    return filled;
  };
  const wideOnes = async (page: Page, who: Who) => {
    await page.setViewportSize(WIDE);
    await openConsole(page, venue().url, venue().credentials(who));
    // Each is a load of the console: all take three minutes.
    const addresses = allOrFew([...(await addressesOf(page, who, await fill()))], ADDRESSES_FEW);
    const found: Record<string, unknown> = {};
    for (const [name, path] of addresses) {
      await page.goto(venue().url + path);
      // Until then nothing says that it is loading.
      await page.locator('.all-places a[aria-current="page"]').waitFor({ state: 'attached' });
      await page.locator('main .loading').waitFor({ state: 'detached' });
      await page.getByText('Reading …').first().waitFor({ state: 'detached' });
      for (const size of [NARROW, SMALL]) {
        await page.setViewportSize(size);
        await page.evaluate(DRAWN);
        // A list chooses its columns by its width, which it learns after the frame that drew it.
        const isWhole = async () => (await page.evaluate<string[]>(CUT)).length === 0;
        await expect
          .poll(isWhole, { timeout: SETTLES_MS })
          .toBe(true)
          .catch(() => undefined);
        const wide = SCROLLED.includes(name) ? [] : await page.evaluate<string[]>(TOO_WIDE);
        const cut = await page.evaluate<string[]>(CUT);
        if (wide.length + cut.length > 0 || (await isTooWide(page))) found[`${name} at ${size.width}`] = [wide, cut];
        const times = await page.evaluate<string[]>(WITHOUT_ZONE);
        if (times.length > 0) found[`times of ${name}`] = times;
      }
    }
    return found;
  };

  test('own sizes in the depth, names in the watch list, and the keys of a client, are whole', async () => {
    const desk = await venue().newClient('Example Desk');
    await venue().order(desk, { action: 'Buy', quantity: 49_600, price: '9.00' });
    const market = await open();
    await openConsole(market, venue().url, desk, 'market');
    await market.locator('.ladder .own', { hasText: '49,600' }).waitFor();
    const keys = await open();
    await openConsole(keys, venue().url, venue().credentials('operator'), `keys/${desk.clientID}`);
    await keys.getByText('● active').first().waitFor();
    for (const size of [NARROW, SMALL, WIDE]) {
      await market.setViewportSize(size);
      await keys.setViewportSize(size);
      await market.evaluate(DRAWN);
      expect(await market.evaluate(CUT)).toEqual([]);
      expect(await market.evaluate(CLIPPED)).toBe(0);
      expect(await keys.evaluate(TOO_WIDE)).toEqual([]);
    }
  });

  test('no place and no record of a client is too wide, hides a column or zone, or cuts a text', async () => {
    expect(await wideOnes(await open(), 'client')).toEqual({});
  });

  test('messages, filters and columns open inside the window', async () => {
    const page = await open();
    await page.setViewportSize(NARROW);
    await openConsole(page, venue().url, venue().credentials('client'), 'orders');
    for (const name of ['Messages', 'Filter', 'Columns']) {
      await page.locator('.menu > summary', { hasText: name }).or(page.getByLabel(name).first()).first().click();
      const box = await page.locator('.menu-body').boundingBox();
      expect([name, Number(box?.x) >= 0, Number(box?.x) + Number(box?.width) <= NARROW.width]).toEqual([
        name,
        true,
        true,
      ]);
      await page.keyboard.press('Escape');
    }
  });

  test('no place and no record of an operator is wider than the window, hides a column or cuts a text', async () => {
    expect(await wideOnes(await open(), 'operator')).toEqual({});
  });
});
