/**
 * Pictures of every place of the console and of some records: as the client and as the operator of a sandbox with
 * orders, trades and a raise, in light and dark, wide and narrow. The folder pictures/ is not committed.
 *
 *   npm run console:pictures -- [--only=orders,offerings] [--who=client|operator] [--docs]
 *
 * With --docs those of the documentation are written there.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { ServerProcess } from '../e2e/support/server-process.ts';
import { ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { fillVenue, type Records } from './support/filled-venue.ts';
import { signIn } from './support/sign-in.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    who: { type: 'string', default: '' },
    docs: { type: 'boolean', default: false },
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
const LOOKS = [
  ['wide-light', { width: 1440, height: 900 }, 'light'],
  ['wide-dark', { width: 1440, height: 900 }, 'dark'],
  ['narrow-light', { width: 360, height: 740 }, 'light'],
] as const;
const only = values.only.split(',').filter((name) => name !== '');
/** For what is drawn after it was read, and for a chart. */
const SETTLE_MS = 1200;

type Who = 'client' | 'operator';

/** The addresses of all places that this user sees, and of records; by their name in the file. */
async function addressesOf(page: Page, who: Who, records: Records): Promise<ReadonlyMap<string, string>> {
  const links = await page.locator('.all-places a').all();
  const found = new Map<string, string>();
  for (const link of links) {
    const path = (await link.getAttribute('href')) ?? '';
    found.set(path.split('/').at(-1) as string, path);
  }
  found.set('orders-record', `/console/orders/${records.orderId}`);
  found.set('documents-record', `/console/documents/${records.signatureId}`);
  found.set('custody-record', `/console/custody/${records.custodyId}`);
  found.set('disbursements-record', `/console/disbursements/${records.disbursementId}`);
  found.set('checks-record', `/console/checks/${records.checkId}`);
  if (who === 'client') {
    found.set('offerings-record', `/console/offerings/${records.offeringId}`);
    found.set('investments-record', `/console/investments/${records.tradeId}`);
    found.set('documents-templates', '/console/documents/templates');
    found.set('people-record', `/console/people/${records.partyId}`);
    found.set('accounts-record', `/console/accounts/${records.accountId}`);
  }
  if (who === 'operator') {
    const { securityId, before } = records.traded;
    found.set('clients-record', `/console/clients/${records.clientId}`);
    found.set('surveillance-record', `/console/surveillance/${records.alertId}`);
    found.set('market-replay-minute', `/console/market-replay?security=${securityId}&moment=${before}`);
  }
  return found;
}

async function takeAll(server: ServerProcess, who: Who, records: Records): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS] });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.log(`${page.url()}: ${error.message}`));
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server.addresses.api, server[who]);
  await page.getByRole('button', { name: 'Leave the tour' }).click();
  const addresses = [...(await addressesOf(page, who, records))];
  // The market last: by then the ticker has traded for a while.
  for (const [name, path] of [...addresses.slice(1), ...addresses.slice(0, 1)]) {
    if (only.length > 0 && !only.some((one) => name.startsWith(one))) continue;
    await page.goto(`${server.addresses.api}${path}`);
    await page.locator('main .loading').waitFor({ state: 'detached' });
    await page.getByText('Reading …').first().waitFor({ state: 'detached' });
    if (name === 'market') await page.locator('.watch button.name', { hasText: 'Ticker' }).click();
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
