/**
 * Frames of the market while it gets many changes a second: their rate, the work of the page's thread in each
 * (scripts, style, layout, paint: processor time), that for each change, and the raster work of other threads.
 *
 *   npm run console:frames -- [--changes=390] [--seconds=20] [--securities=20] [--own]
 *
 * 390 orders and cancels a second are some 200 changes of what shows. With --own all of them are the reader's, who sees
 * each of them once more among the own orders.
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { type FrameCosts, traced } from './support/frame-trace.ts';
import { signIn } from './support/sign-in.ts';
import { TickingVenue } from './support/ticking-venue.ts';

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '390' },
    own: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '20' },
    securities: { type: 'string', default: '20' },
  },
});
const seconds = Number(values.seconds);
const SETTLE_MS = 4000;
const VIEW = { width: 1440, height: 900 };

/** Intervals between animation frames, and tasks of more than 50 ms. */
const RECORD = `(ms) => new Promise((resolve) => {
  const intervals = [];
  let longTasks = 0;
  const watch = new PerformanceObserver((list) => { longTasks += list.getEntries().length; });
  watch.observe({ entryTypes: ['longtask'] });
  const end = performance.now() + ms;
  let before = 0;
  const frame = (at) => {
    if (before > 0) intervals.push(at - before);
    before = at;
    if (at < end) requestAnimationFrame(frame);
    else { watch.disconnect(); resolve({ intervals, longTasks }); }
  };
  requestAnimationFrame(frame);
})`;

interface Recorded {
  readonly intervals: readonly number[];
  readonly longTasks: number;
}

const record = (page: Page, ms: number) => page.evaluate(`(${RECORD})(${ms})`) as Promise<Recorded>;

const fps = ({ intervals }: Recorded): number =>
  (intervals.length * 1000) / intervals.reduce((sum, interval) => sum + interval, 0);

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function print(what: string, recorded: Recorded): void {
  const { intervals, longTasks } = recorded;
  const [half, most] = [at(intervals, 0.5).toFixed(1), at(intervals, 0.95).toFixed(1)];
  console.log(
    `${what}: ${fps(recorded).toFixed(1)} frames a second; between two: median ${half} ms, 95 % within ${most} ms; ` +
      `${longTasks} tasks of more than 50 ms`,
  );
}

interface Traced {
  readonly frames: number;
  readonly changes: number;
  readonly seconds: number;
}

function printCosts({ frames, changes, seconds }: Traced, costs: FrameCosts): void {
  const { script, style, layout, paint, other, raster } = costs;
  const each = (ms: number) => (ms / frames).toFixed(2);
  const own = script + style + layout + paint + other;
  console.log(
    `page's thread, ms a frame: ${each(own)} (scripts ${each(script)}, style ${each(style)}, layout ${each(layout)}, ` +
      `paint ${each(paint)}, other ${each(other)}); raster ${each(raster)}; over ${frames} frames`,
  );
  console.log(
    `${(own / seconds).toFixed(0)} ms of that thread a second (scripts ${(script / seconds).toFixed(0)}), ` +
      `${(own / changes).toFixed(2)} ms a change; raster ${(raster / seconds).toFixed(0)} ms a second`,
  );
}

const venue = await TickingVenue.start(Number(values.securities));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS] });
try {
  const page = await browser.newPage({ viewport: VIEW });
  await signIn(page, venue.server.addresses.api, venue.server.client);
  await page.locator('.watch button.name', { hasText: venue.busiest }).click();
  print('still', await record(page, Math.min(5000, seconds * 1000)));
  venue.tick(Number(values.changes), values.own ? 1 : 0);
  await page.waitForTimeout(SETTLE_MS);
  venue.takeChanges();
  const ticking = await record(page, seconds * 1000);
  const sent = venue.takeChanges() / seconds;
  print('ticking', ticking);
  const traceMs = Math.min(8000, seconds * 1000);
  let [frames, changes] = [0, 0];
  venue.takeChanges();
  const costs = await traced(page, async () => {
    frames = (await record(page, traceMs)).intervals.length;
    changes = venue.takeChanges();
  });
  printCosts({ frames, changes, seconds: traceMs / 1000 }, costs);
  for (const failure of new Set(venue.failures)) console.log(`an order failed: ${failure}`);
  console.log(`${sent.toFixed(0)} changes a second were sent for ${values.changes} orders and cancels`);
} finally {
  await browser.close();
  await venue.stop();
}
