/**
 * Whether the memory of the market stays flat while it ticks: the changes of some hours pass faster than they would;
 * its heap after a forced collection, its nodes and its listeners are sampled, and it exits with 1 when they have
 * grown. What grows with time alone, and not with changes, takes --speed=1 to show.
 *
 *   npm run console:soak -- [--hours=1] [--speed=8] [--sample-seconds=15]
 */
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { signIn } from './support/sign-in.ts';
import { TickingVenue } from './support/ticking-venue.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1' },
    speed: { type: 'string', default: '8' },
    'sample-seconds': { type: 'string', default: '15' },
  },
});
/** Orders and cancels, of which some 17 change what shows. */
const SENT_A_SECOND = 20;
const SHOWN_A_SECOND = 17;
const changesDue = Number(values.hours) * 3600 * SHOWN_A_SECOND;
const sampleMs = Number(values['sample-seconds']) * 1000;
const SECURITIES = 10;
const OWN_EVERY = 10;
const SAMPLES_MIN = 10;
/** Until all lists are full. */
const WARM_UP_PART = 0.2;
/** More than this between the middle and the last part of the time is growth. */
const GROWTH_MAX = { heapMb: 1, nodes: 300, listeners: 50 };

interface Sample {
  readonly minute: number;
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function sample(session: CDPSession, page: Page, began: number): Promise<Sample> {
  // Twice: the first collection lets go of what the second takes.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  const live = await page.locator('.connection').getAttribute('data-status');
  const taken = {
    minute: (performance.now() - began) / 60_000,
    heapMb: metric('JSHeapUsedSize') / 1e6,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
  console.log(
    `${taken.minute.toFixed(1)} min: heap ${taken.heapMb.toFixed(2)} MB, ${taken.nodes} nodes, ` +
      `${taken.listeners} listeners, ${live}`,
  );
  return taken;
}

function median(samples: readonly Sample[], name: keyof Sample): number {
  const sorted = samples.map((one) => one[name]).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The growth from the first half after the warm-up to the second, in words. */
function growths(samples: readonly Sample[]): string[] {
  const warm = samples.slice(Math.ceil(samples.length * WARM_UP_PART));
  const half = Math.floor(warm.length / 2);
  return (['heapMb', 'nodes', 'listeners'] as const).flatMap((name) => {
    const [before, after] = [median(warm.slice(0, half), name), median(warm.slice(half), name)];
    console.log(`${name}: median ${before.toFixed(2)} in the first half, ${after.toFixed(2)} in the second`);
    return after - before > GROWTH_MAX[name] ? [`${name} grew by ${(after - before).toFixed(2)}`] : [];
  });
}

const venue = await TickingVenue.start(SECURITIES);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, venue.server.addresses.api, venue.server.client);
  await page.locator('.watch button.name', { hasText: venue.busiest }).click();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  venue.tick(SENT_A_SECOND * Number(values.speed), OWN_EVERY);
  const began = performance.now();
  const samples: Sample[] = [];
  let changes = 0;
  while (changes < changesDue) {
    await page.waitForTimeout(sampleMs);
    const passed = venue.takeChanges();
    if (passed === 0) throw new Error('the market does not tick any more');
    changes += passed;
    samples.push(await sample(session, page, began));
  }
  if (samples.length < SAMPLES_MIN) throw new Error(`only ${samples.length} samples: take them more often`);
  const hours = (changes / SHOWN_A_SECOND / 3600).toFixed(2);
  console.log(`${changes} changes passed: those of ${hours} hours at ${SHOWN_A_SECOND} a second`);
  const grown = growths(samples);
  for (const words of grown) console.log(words);
  process.exitCode = grown.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await venue.stop();
}
