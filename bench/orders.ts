/** Orders over HTTP: durable createOrder against a bare Fastify route, in turn, in one run; and the memory of the server. */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { BareProcess } from './support/bare-process.ts';
import { diskFolder, syncLatency } from './support/disk.ts';
import { LoadGenerator } from './support/load-generator.ts';
import type { LoadReport } from './support/load-process.ts';
import { orderRequests } from './support/order-requests.ts';
import { spreadText, wholeText } from './support/statistics.ts';
import { COLLECTING, VenueProcess } from './support/venue-process.ts';

const CONNECTIONS = 64;
/** Different requests, sent over and over. */
const REQUESTS = 16_384;
const WARM_UP_MS = 8000;
/** Short blocks, so that both sides of a repetition meet the same machine. */
const BLOCK_MS = 2000;
const REPETITIONS = 15;
const RESTING_WARM_UP = 50_000;
const RESTING_ORDERS = 200_000;
const IDLE_MS = 3000;
const RSS = 'process_resident_memory_bytes';
const HEAP = 'nodejs_heap_size_used_bytes';

/** One side of one repetition. */
interface Block extends LoadReport {
  /** CPU of the whole server process an order, all its threads. */
  readonly server_us: number;
}

interface VenueBlock extends Block {
  readonly ordersPerGroup: number;
  readonly journalBytesPerOrder: number;
  /** Events that the history was behind when the last order was answered. */
  readonly eventsBehind: number;
}

async function main(): Promise<void> {
  const folder = diskFolder();
  const generator = new LoadGenerator();
  try {
    console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
    const { p50_ms, p99_ms } = syncLatency(folder);
    console.log(`disk alone: write of 4 KiB and fdatasync, p50 ${p50_ms.toFixed(3)} ms, p99 ${p99_ms.toFixed(3)} ms`);
    await compare(`${folder}/trading`, generator);
    await measureMemory(`${folder}/resting`, generator);
  } finally {
    generator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(dataDir: string, generator: LoadGenerator): Promise<void> {
  const venue = await VenueProcess.start(dataDir);
  const bare = await BareProcess.start();
  const requests = orderRequests(venue.parties(), 'trading', REQUESTS);
  await generator.run({ port: bare.port, connections: CONNECTIONS, duration_ms: WARM_UP_MS, requests });
  await generator.run({ port: venue.port, connections: CONNECTIONS, duration_ms: WARM_UP_MS });
  const bareBlocks: Block[] = [];
  const venueBlocks: VenueBlock[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    await venue.settled();
    const measureBare = async () => bareBlocks.push(await bareBlock(bare, generator));
    // Each goes first every other time: what changes on the machine meanwhile then favours neither.
    if (repetition % 2 === 0) await measureBare();
    venueBlocks.push(await venueBlock(venue, generator));
    if (repetition % 2 === 1) await measureBare();
  }
  report(bareBlocks, venueBlocks);
  bare.close();
  await venue.stop();
}

async function bareBlock(bare: BareProcess, generator: LoadGenerator): Promise<Block> {
  const before = await bare.usage();
  const report = await generator.run({ port: bare.port, connections: CONNECTIONS, duration_ms: BLOCK_MS });
  const after = await bare.usage();
  return { ...report, server_us: ((after.cpu_seconds - before.cpu_seconds) / report.requests) * 1e6 };
}

async function venueBlock(venue: VenueProcess, generator: LoadGenerator): Promise<VenueBlock> {
  const before = await venue.figures();
  const report = await generator.run({ port: venue.port, connections: CONNECTIONS, duration_ms: BLOCK_MS });
  const after = await venue.figures();
  await venue.settled();
  const settled = await venue.figures();
  const grown = (name: string, until = after) => (until.get(name) ?? 0) - (before.get(name) ?? 0);
  return {
    ...report,
    server_us: (grown('process_cpu_seconds_total', settled) / report.requests) * 1e6,
    ordersPerGroup: grown('openats_venue_commands_total') / grown('openats_journal_groups_total'),
    journalBytesPerOrder: grown('openats_journal_bytes_total') / report.requests,
    eventsBehind: after.get('openats_history_events_behind') ?? 0,
  };
}

function report(bare: readonly Block[], venue: readonly VenueBlock[]): void {
  const rate = ({ requests, seconds }: LoadReport) => requests / seconds;
  const line = (name: string, figures: readonly number[], text: (figure: number) => string) =>
    console.log(`${name.padEnd(44)} ${spreadText(figures, text)}`);
  const ms = (figure: number) => figure.toFixed(2);
  const us = (figure: number) => figure.toFixed(1);
  console.log(
    `\n${CONNECTIONS} connections, ${REPETITIONS} repetitions of ${BLOCK_MS / 1000} s each, median (lowest to highest)`,
  );
  line('bare route, requests a second', bare.map(rate), wholeText);
  line('createOrder, orders a second', venue.map(rate), wholeText);
  const ratios = venue.map((block, i) => rate(block) / rate(bare[i] as Block));
  line('createOrder / bare route', ratios, (figure) => figure.toFixed(3));
  for (const [name, blocks] of [
    ['bare route', bare],
    ['createOrder', venue],
  ] as const) {
    line(
      `${name}, p50 ms`,
      blocks.map(({ p50_ms }) => p50_ms),
      ms,
    );
    line(
      `${name}, p99 ms`,
      blocks.map(({ p99_ms }) => p99_ms),
      ms,
    );
    line(
      `${name}, server CPU us a request`,
      blocks.map(({ server_us }) => server_us),
      us,
    );
    line(
      `${name}, generator CPU us a request`,
      blocks.map((b) => (b.cpu_seconds / b.requests) * 1e6),
      us,
    );
  }
  line(
    'orders a group commit (fdatasync)',
    venue.map(({ ordersPerGroup }) => ordersPerGroup),
    us,
  );
  line(
    'journal bytes an order',
    venue.map(({ journalBytesPerOrder }) => journalBytesPerOrder),
    wholeText,
  );
  line(
    'history behind at the end, events',
    venue.map(({ eventsBehind }) => eventsBehind),
    wholeText,
  );
}

/** Orders that rest and never trade: what the process grows by, once its young generations have their full size. */
async function measureMemory(dataDir: string, generator: LoadGenerator): Promise<void> {
  const venue = await VenueProcess.start(dataDir, COLLECTING);
  await setTimeout(IDLE_MS);
  const idle = await venue.figures();
  const requests = orderRequests(venue.parties(), 'resting', REQUESTS);
  const send = async (count: number, load: { requests?: readonly string[] } = {}) => {
    await generator.run({ port: venue.port, connections: CONNECTIONS, count, ...load });
    await venue.settled();
    await venue.collectGarbage();
    return venue.figures();
  };
  const before = await send(RESTING_WARM_UP, { requests });
  const after = await send(RESTING_ORDERS);
  await venue.stop();
  const megabytes = (name: string, figures: ReadonlyMap<string, number>) => wholeText((figures.get(name) ?? 0) / 1e6);
  const perOrder = (name: string) => wholeText(((after.get(name) ?? 0) - (before.get(name) ?? 0)) / RESTING_ORDERS);
  console.log(`\nmemory of the idle server, RSS MB ${megabytes(RSS, idle).padStart(22)}`);
  console.log(`with ${wholeText(RESTING_WARM_UP)} resting orders, RSS MB ${megabytes(RSS, before)}`);
  console.log(`with ${wholeText(RESTING_WARM_UP + RESTING_ORDERS)} resting orders, RSS MB ${megabytes(RSS, after)}`);
  console.log(`bytes a resting order: RSS ${perOrder(RSS)}, heap of the main thread ${perOrder(HEAP)}`);
}

await main();
