/**
 * What a browser without a cache loads until the market of a signed-in trader shows its book: compressed bytes without
 * headers, with the price chart and answers of the API apart, the time, and the processor time of the page. Exits with
 * 1 above 150 kB.
 *
 *   npm run console:first-view -- [--rounds=7]
 */
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import { ServerProcess } from '../e2e/support/server-process.ts';
import { ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { signIn } from './support/sign-in.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
/** Without the chart (N2). */
const FILES_BYTES_MAX = 150_000;

type Kind = 'files' | 'chart' | 'answers';

const kindOf = (url: string): Kind =>
  url.includes('/lightweight-charts') ? 'chart' : /\/console(\/|$)/.test(url) ? 'files' : 'answers';

interface View extends Record<Kind, number> {
  /** From the request of the page to the form, and to the first row of the book after a reload. */
  readonly formMs: number;
  readonly marketMs: number;
  /** Of the process of the page, from that reload to that row. */
  readonly busyMs: number;
}

async function view(browser: Browser, { addresses, client }: ServerProcess): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(`${addresses.api}/console`);
  await page.getByLabel('Client id').waitFor();
  const formMs = performance.now() - started;
  await signIn(page, addresses.api, client);
  const session = await context.newCDPSession(page);
  const urls = new Map<string, string>();
  const bytes: Record<Kind, number> = { files: 0, chart: 0, answers: 0 };
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bytes[kindOf(urls.get(requestId) ?? '')] += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Performance.enable');
  const busyBefore = await busyOf(session);
  const reloaded = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.ladder tbody td.shares').first().waitFor();
  const marketMs = performance.now() - reloaded;
  const busyMs = (await busyOf(session)) - busyBefore;
  await page.locator('.chart-place canvas').first().or(page.locator('.chart .empty')).waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return { ...bytes, formMs, marketMs, busyMs };
}

async function busyOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

const settings = { MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' };
const server = await ServerProcess.start({ settings });
await server.welcome();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS] });
try {
  const views: View[] = [];
  // The first one makes the server read the files; it is not counted.
  for (let round = 0; round <= Number(values.rounds); round++) views.push(await view(browser, server));
  const counted = views.slice(1);
  for (const name of ['formMs', 'marketMs', 'busyMs'] as const) {
    const all = counted.map((one) => one[name]);
    const [least, most] = [Math.min(...all).toFixed(0), Math.max(...all).toFixed(0)];
    console.log(`${name}: median ${median(all).toFixed(0)} (${least} to ${most})`);
  }
  const [{ files, chart, answers } = { files: 0, chart: 0, answers: 0 }] = counted;
  console.log(`bytes: files ${files}, chart ${chart}, answers of the API ${answers}`);
  process.exitCode = files > 20_000 && files < FILES_BYTES_MAX ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
}
