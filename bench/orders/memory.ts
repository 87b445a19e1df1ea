import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LoadGenerator } from '../support/load-generator.ts';
import { markdownTable } from '../support/markdown.ts';
import { orderRequests } from '../support/order-requests.ts';
import { figure, type Section } from '../support/section.ts';
import { wholeText } from '../support/statistics.ts';
import { COLLECTING, VenueProcess } from '../support/venue-process.ts';
import type { OrdersSettings } from './options.ts';
import { HEADLINE_CONNECTIONS, REQUESTS } from './rig.ts';

const IDLE_MS = 3000;
const RSS = 'process_resident_memory_bytes';
const HEAP = 'nodejs_heap_size_used_bytes';

type Figures = ReadonlyMap<string, number>;

interface Memory {
  readonly idle: Figures;
  readonly before: Figures;
  readonly after: Figures;
}

/** Orders that rest and never trade: what the process grows by, once its young generations have their full size. */
export async function measureMemory({ restingOrders }: OrdersSettings, folder: string): Promise<Section> {
  const warmUpOrders = Math.ceil(restingOrders / 4);
  const { idle, before, after } = await fill(join(folder, 'memory'), warmUpOrders, restingOrders);
  const megabytes = (figures: Figures) => (figures.get(RSS) ?? Number.NaN) / 1e6;
  const grown = (name: string) => ((after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)) / restingOrders;
  const figures = [
    figure(`resident size ${IDLE_MS / 1000} s after the start`, 'MB', [idle], megabytes),
    figure(`resident size with ${wholeText(warmUpOrders)} resting orders`, 'MB', [before], megabytes),
    figure(`resident size with ${wholeText(warmUpOrders + restingOrders)} resting orders`, 'MB', [after], megabytes),
    figure('heap of the main thread, growth', 'bytes a resting order', [HEAP], grown),
    figure('resident size, growth', 'bytes a resting order', [RSS], grown),
  ];
  const rows = figures.map(({ name, unit, median }) => [name, `${wholeText(median)} ${unit}`]);
  const text = ['**Memory.** Garbage collected before each reading but the first.', markdownTable(['', ''], rows)];
  return { text: text.join('\n\n'), figures };
}

async function fill(dataDir: string, warmUpOrders: number, restingOrders: number): Promise<Memory> {
  const venue = await VenueProcess.start(dataDir, COLLECTING);
  const generator = new LoadGenerator();
  try {
    await setTimeout(IDLE_MS);
    const idle = await venue.figures();
    const requests = orderRequests(venue.parties(), 'resting', REQUESTS);
    const send = async (count: number) => {
      await generator.run({ port: venue.port, connections: HEADLINE_CONNECTIONS, count, requests });
      await venue.settled();
      await venue.collectGarbage();
      return venue.figures();
    };
    return { idle, before: await send(warmUpOrders), after: await send(restingOrders) };
  } finally {
    generator.close();
    await venue.stop();
  }
}
