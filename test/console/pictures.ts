/**
 * Pictures of every place of the console and of some records: as the client and as the operator of a sandbox with
 * orders, trades and a raise, in light and dark, wide and narrow. The folder pictures/ is not committed.
 *
 *   npm run console:pictures -- [--only=orders,offerings] [--who=client|operator] [--docs] [--looks=all]
 *
 * --looks=2560-dark,1280-light takes these, --looks=all all of them. With --docs those of the documentation are
 * written there.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { ServerProcess } from '../e2e/support/server-process.ts';
import { ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { addressesOf, type Who } from './support/addresses.ts';
import { fillVenue, type Records } from './support/filled-venue.ts';
import { signIn } from './support/sign-in.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    who: { type: 'string', default: '' },
    docs: { type: 'boolean', default: false },
    looks: { type: 'string', default: 'wide-light,wide-dark,narrow-light' },
  },
});
const FOLDER = join(import.meta.dirname, '../../pictures');
/** Of the documentation, by their names here. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  'client-market-wide-light': 'console-trade.png',
  'client-orders-wide-light': 'console-orders.png',
  'client-approvals-wide-light': 'console-approvals.png',
  'operator-surveillance-record-wide-light': 'console-surveillance.png',
};
const SIZES = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 360, height: 740 },
  1280: { width: 1280, height: 800 },
  1920: { width: 1920, height: 1080 },
  2560: { width: 2560, height: 1440 },
};
const LOOKS = Object.entries(SIZES)
  .flatMap(([name, size]) => (['light', 'dark'] as const).map((scheme) => [`${name}-${scheme}`, size, scheme] as const))
  .filter(([look]) => values.looks === 'all' || values.looks.split(',').includes(look));
const only = values.only.split(',').filter((name) => name !== '');
/** For what is drawn after it was read, and for a chart. */
const SETTLE_MS = 1200;
/** Of the ticker, before its market is shown. */
const TRADES = 12;
/** For a page on a busy machine. */
const PATIENCE_MS = 180_000;

async function takeAll(server: ServerProcess, who: Who, records: Records): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS] });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => console.log(`${page.url()}: ${error.message}`));
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server.addresses.api, server[who]);
  await page.getByRole('button', { name: 'Leave the tour' }).click();
  const addresses = [...(await addressesOf(page, who, records))];
  for (const [name, path] of addresses) {
    if (only.length > 0 && !only.some((one) => name.startsWith(one))) continue;
    await page.goto(`${server.addresses.api}${path}`);
    await page.locator('main .loading').waitFor({ state: 'detached' });
    await page.getByText('Reading …').first().waitFor({ state: 'detached' });
    if (name === 'market') {
      await page.locator('.watch button.name', { hasText: 'Ticker' }).click();
      await page.locator('.time-and-sales tbody tr').nth(TRADES).waitFor();
    }
    for (const [look, viewport, colorScheme] of LOOKS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(SETTLE_MS);
      await page.evaluate("document.querySelector('main')?.scrollTo(0, 0)");
      const file = `${who}-${name}-${look}`;
      await page.screenshot({ path: join(FOLDER, `${file}.png`) });
      const documented = values.docs ? DOCUMENTED[file] : undefined;
      if (documented !== undefined) copyFileSync(join(FOLDER, `${file}.png`), join(FOLDER, '../docs', documented));
    }
  }
  await browser.close();
}

if (only.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const server = await ServerProcess.start({ settings: { MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'on' } });
try {
  await server.welcome();
  const records = await fillVenue(server);
  for (const who of ['client', 'operator'] as const) {
    if (values.who === '' || values.who === who) await takeAll(server, who, records);
  }
} finally {
  await server.stop();
}
