/** All channels at once: rate and cost of a delivery, slow readers, permessage-deflate, and the way of orders. */
import { rmSync } from 'node:fs';
import { diskFolder } from '../support/disk.ts';
import { LoadGenerator } from '../support/load-generator.ts';
import { orderRequests } from '../support/order-requests.ts';
import { wholeText } from '../support/statistics.ts';
import { VenueProcess } from '../support/venue-process.ts';
import { StreamChild } from './child.ts';
import { type Effort, inTurn, RESILIENT, rateOf, reportRates, type Sides, serverCpu_us } from './measurements.ts';
import type { StreamReport } from './report.ts';
import { type Block, StreamSide } from './side.ts';
import type { SubscribersOrder } from './subscribers.ts';

/** Changes that come from one group commit. */
const CHANGES = 16;
/** Deliveries of a group to each subscriber, about: 16 tops, one of depth, four trades. */
const DELIVERIES_OF_GROUP = 21;
const QUICK_READERS = 990;
const SLOW_READERS = 10;
const SLOW_UNSENT_BYTES = 1024 * 1024;
const DEFLATE_SUBSCRIBERS = 500;
const DEPTH_READERS = 1000;
const ORDER_CONNECTIONS = 16;
const ORDERS = 3000;
const REQUESTS = 4096;

/** Top, depth, trades, market and own orders to each subscriber, a separate client, compared with bare ws. */
export async function measureChannels(subscribers: readonly number[], effort: Effort, report: StreamReport) {
  for (const count of subscribers) {
    const [stream, bare] = await Promise.all([StreamSide.start(RESILIENT), StreamSide.start(null)]);
    const sides: Sides = { stream, bare };
    try {
      await stream.connectApart(count, 'all');
      await bare.connectApart(count, 'all');
      const blocks = await inTurn(sides, effort.repetitions, (side) => side.runGroups(orderOf(count, effort)));
      report.group(`${wholeText(count)} subscribers of all channels, ${CHANGES} changes at a time`);
      reportRates(blocks, report);
    } finally {
      for (const side of [stream, bare]) side.close();
    }
  }
}

function orderOf(subscribers: number, { deliveries }: Effort) {
  const groups = Math.max(2, Math.ceil(deliveries / DELIVERIES_OF_GROUP / subscribers));
  return { groups, changes: CHANGES, subscribers };
}

/** What ten who hardly read do to 990 others, all with all channels. */
export async function measureSlowReadersOfAll(effort: Effort, report: StreamReport): Promise<void> {
  const stream = await StreamSide.start(RESILIENT);
  const [alone, withSlow]: [Block[], Block[]] = [[], []];
  const order = orderOf(QUICK_READERS, { ...effort, deliveries: 4 * effort.deliveries });
  try {
    await stream.connectApart(QUICK_READERS, 'all');
    await stream.runGroups(order);
    for (let repetition = 0; repetition < 2 * effort.repetitions; repetition++) {
      if (repetition % 2 === 0) alone.push(await stream.runGroups(order));
      await stream.connectSlowToAll(SLOW_READERS, SLOW_UNSENT_BYTES);
      withSlow.push(await stream.runGroups(order));
      const slow = await stream.full(SLOW_UNSENT_BYTES / 2);
      if (slow !== SLOW_READERS) throw new Error(`only ${slow} readers were slow all the time`);
      await stream.disconnect(true);
      if (repetition % 2 === 1) alone.push(await stream.runGroups(order));
    }
  } finally {
    stream.close();
  }
  report.group(`${QUICK_READERS} quick readers of all channels with ${SLOW_READERS} slow ones, times alone`);
  const ratioOf = (figure: (block: Block) => number) =>
    withSlow.map((one, i) => figure(one) / figure(alone[i] as Block));
  report.add('rate', 'times', ratioOf(rateOf), 'about 1');
  report.add('server CPU', 'times', ratioOf(serverCpu_us), 'about 1');
}

const KINDS = [
  { name: 'without', settings: RESILIENT, terms: false, deflate: false },
  { name: 'as the stream does it', settings: { ...RESILIENT, compression: true }, terms: false, deflate: true },
  {
    name: 'ws, each message by itself',
    settings: null,
    terms: { serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: 0 },
    deflate: true,
  },
  { name: 'ws, with what went before', settings: null, terms: { threshold: 0 }, deflate: true },
] as const;

/** Bytes, CPU and memory with permessage-deflate, as the stream does it and as ws does by itself, in turn. */
export async function measureDeflate(effort: Effort, report: StreamReport): Promise<void> {
  const sides = await Promise.all(KINDS.map(({ settings, terms }) => StreamSide.start(settings, terms)));
  const blocks: (Block & { readonly bytes: number })[][] = KINDS.map(() => []);
  const order = { groups: 8, changes: CHANGES, subscribers: DEFLATE_SUBSCRIBERS };
  const grown: number[] = [];
  try {
    for (const [at, side] of sides.entries()) {
      await side.usage(true);
      const before = await side.usage(true);
      await side.connectApart(DEFLATE_SUBSCRIBERS, 'all', KINDS[at]?.deflate);
      await side.runGroups(order);
      grown.push(((await side.usage(true)).rss_bytes - before.rss_bytes) / DEFLATE_SUBSCRIBERS);
    }
    for (let repetition = 0; repetition < effort.repetitions; repetition++) {
      for (const [at, side] of sides.entries()) blocks[at]?.push(await side.runGroups(order));
    }
    for (const [at, { name }] of KINDS.entries()) {
      const own = blocks[at] ?? [];
      report.group(`permessage-deflate, ${DEFLATE_SUBSCRIBERS} subscribers of all channels: ${name}`);
      report.add(
        'bytes',
        'a delivery',
        own.map(({ bytes, deliveries }) => bytes / deliveries),
      );
      report.add('server CPU', 'us a delivery', own.map(serverCpu_us));
      report.add('resident size', 'bytes a connection', [grown[at] ?? 0]);
    }
    await measureSnapshots(sides.slice(0, 2), report);
  } finally {
    for (const side of sides) side.close();
  }
}

/** What the first picture of a book takes. */
async function measureSnapshots(sides: readonly StreamSide[], report: StreamReport): Promise<void> {
  for (const [at, side] of sides.entries()) {
    await side.disconnect();
    const before = await side.usage(true);
    await side.connectApart(DEFLATE_SUBSCRIBERS, 'deep', KINDS[at]?.deflate);
    const after = await side.usage(false);
    report.group(`permessage-deflate, connecting for depth: ${KINDS[at]?.name}`);
    report.add('bytes', 'a connection', [(await side.bytes()) / DEFLATE_SUBSCRIBERS]);
    const cpu = ((after.cpu_seconds - before.cpu_seconds) * 1e6) / DEFLATE_SUBSCRIBERS;
    report.add('server CPU', 'us a connection', [cpu]);
  }
}

/** Orders over HTTP while a thousand are subscribed to the depth of their book, or to its top, in turn. */
export async function measureOrdersWithDepth(effort: Effort, report: StreamReport): Promise<void> {
  const folder = diskFolder();
  const venue = await VenueProcess.start(`${folder}/data`, [], { STREAM_CONNECTIONS_PER_CLIENT_MAX: '20000' });
  const { child } = await StreamChild.start<SubscribersOrder>('./subscribers.ts');
  const generator = new LoadGenerator();
  const rates = { top: [] as number[], depth: [] as number[] };
  const p50 = { top: [] as number[], depth: [] as number[] };
  const p99 = { top: [] as number[], depth: [] as number[] };
  try {
    const { clientID, developerAPIKey, securityId } = venue.parties();
    const requests = orderRequests(venue.parties(), 'trading', REQUESTS);
    const load = { port: venue.port, connections: ORDER_CONNECTIONS, count: ORDERS, requests };
    await generator.run(load);
    for (let repetition = 0; repetition < effort.repetitions; repetition++) {
      for (const channels of repetition % 2 === 0 ? (['top', 'depth'] as const) : (['depth', 'top'] as const)) {
        const authorization = `Bearer ${clientID}:${developerAPIKey}`;
        const who = { subscribers: DEPTH_READERS, securities: [securityId], snapshots: true, slow: false };
        await child.ask({ op: 'connect', port: venue.port, authorization, channels, ...who });
        await child.ask({ op: 'expect', deliveries: Number.MAX_SAFE_INTEGER, updates: null });
        const { requests: answered, seconds, p50_ms, p99_ms } = await generator.run(load);
        rates[channels].push(answered / seconds);
        p50[channels].push(p50_ms);
        p99[channels].push(p99_ms);
        await child.ask({ op: 'disconnect', slow: false });
        await venue.settled();
      }
    }
  } finally {
    generator.close();
    child.close();
    await venue.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const channels of ['top', 'depth'] as const) {
    report.group(`createOrder on ${ORDER_CONNECTIONS} connections with ${DEPTH_READERS} subscribers of ${channels}`);
    report.add('rate', 'orders a second', rates[channels]);
    report.add('p50', 'ms', p50[channels]);
    report.add('p99', 'ms', p99[channels]);
  }
  const ratios = rates.depth.map((rate, i) => rate / (rates.top[i] as number));
  report.add('rate with depth / with top', 'times', ratios, 'at least 1');
}
