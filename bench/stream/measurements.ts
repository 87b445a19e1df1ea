import { setTimeout } from 'node:timers/promises';
import type { StreamSettings } from '../../src/marketdata/requests/settings.ts';
import { wholeText } from '../support/statistics.ts';
import type { Interest } from './plan.ts';
import type { StreamReport } from './report.ts';
import { type Block, type LoadOrder, StreamSide } from './side.ts';

/** How long everything takes. */
export interface Effort {
  readonly repetitions: number;
  /** Of one block, at least; a burst is never cut. */
  readonly deliveries: number;
  /** Changes whose latency is measured in one block, fewer where they take long. */
  readonly paced: number;
}

export interface Sides {
  readonly stream: StreamSide;
  readonly bare: StreamSide;
}

/** Changes of the top that come from one group commit. */
const BURST = 16;
/** Between two changes whose latency is measured: two to four times as long as it takes to deliver one to all. */
const PACE_MS_PER_SUBSCRIBER = 0.02;
const PACE_MS_MIN = 5;
const PACED_MS_MAX = 2000;

const QUICK_READERS = 990;
const SLOW_READERS = 10;
const SLOW_UNSENT_BYTES = 1024 * 1024;
/** Longer blocks and more of them: only precision shows that something makes no difference. */
const SLOW_TIMES = 2;

const MEMORY_WARM_UP = 500;
const MEMORY_CONNECTIONS = 10_000;
const SETTLING_MS = 1000;
const IDLE_MS = 5000;

/** Room for all subscribers, who are one client. */
const ROOM: Partial<StreamSettings> = {
  connectionsMax: 1e6,
  connectionsPerClientMax: 1e6,
  unauthenticatedConnectionsMax: 1e6,
};
const NEVER_MS = 1e9;
/** Room for all, who stay however little they read, and no heartbeats that would load the machine. */
export const RESILIENT: Partial<StreamSettings> = {
  ...ROOM,
  heartbeatMs: NEVER_MS,
  overLimitMs: NEVER_MS,
  pingIntervalMs: NEVER_MS,
};

/**
 * Both sides with the processes of their subscribers. Two things are switched off: heartbeats, which would load the
 * machine while the other side is measured, and the end of those who read too slowly, who are to stay.
 */
export async function startSides(): Promise<Sides> {
  const [stream, bare] = await Promise.all([StreamSide.start(RESILIENT), StreamSide.start(null)]);
  return { stream, bare };
}

/** Who listens, and to what. */
export interface Audience {
  readonly subscribers: number;
  readonly interest: Interest;
}

/**
 * Rate and cost of a delivery on both sides, changes coming one by one and in bursts; then the latency of single ones.
 */
export async function measureFanOut(
  sides: Sides,
  { subscribers, interest }: Audience,
  effort: Effort,
  report: StreamReport,
): Promise<void> {
  await Promise.all([sides.stream.connect(subscribers, interest), sides.bare.connect(subscribers, interest)]);
  const what = `${subscribersText(subscribers)} of ${interest === 'one' ? 'one security' : 'ten of 100 securities'}`;
  const receivers = interest === 'one' ? subscribers : Math.max(1, subscribers / 10);
  for (const burst of [1, BURST]) {
    const updates = Math.ceil(effort.deliveries / receivers / burst) * burst;
    const order: LoadOrder = { updates, burst, interval_ms: null, latency: false };
    const blocks = await inTurn(sides, effort.repetitions, (side) => side.run(order));
    report.group(`${what}, ${burst === 1 ? 'one change' : `${burst} changes`} at a time`);
    reportRates(blocks, report);
  }
  if (interest === 'one') {
    const blocks = await inTurn(sides, effort.repetitions, (side) => side.run(pacedOrder(subscribers, effort)));
    report.group(`${what}, publishing to last subscriber`);
    report.addLatency('stream', blocks.stream.map(latenciesOf));
    report.addLatency('bare', blocks.bare.map(latenciesOf));
  }
  await Promise.all([sides.stream.disconnect(), sides.bare.disconnect()]);
}

export function subscribersText(count: number): string {
  return count === 1 ? '1 subscriber' : `${wholeText(count)} subscribers`;
}

/** Single changes, far enough apart that one is with all subscribers before the next is published. */
export function pacedOrder(subscribers: number, effort: Effort): LoadOrder {
  const interval_ms = Math.max(PACE_MS_MIN, subscribers * PACE_MS_PER_SUBSCRIBER);
  const updates = Math.min(effort.paced, Math.floor(PACED_MS_MAX / interval_ms));
  return { updates, burst: 1, interval_ms, latency: true };
}

/** What ten who hardly read do to the rate and the latency of 990 others. */
export async function measureSlowReaders(stream: StreamSide, effort: Effort, report: StreamReport): Promise<void> {
  await stream.connect(QUICK_READERS, 'one');
  const updates = Math.ceil((SLOW_TIMES * effort.deliveries) / QUICK_READERS);
  const run = async (): Promise<SlowReport> => ({
    rate: await stream.run({ updates, burst: 1, interval_ms: null, latency: false }),
    paced: await stream.run(pacedOrder(QUICK_READERS, effort)),
  });
  const alone: SlowReport[] = [];
  const withSlow: SlowReport[] = [];
  await run();
  for (let repetition = 0; repetition < SLOW_TIMES * effort.repetitions; repetition++) {
    if (repetition % 2 === 0) alone.push(await run());
    await stream.connectSlow(SLOW_READERS, SLOW_UNSENT_BYTES);
    withSlow.push(await run());
    const slow = await stream.full(SLOW_UNSENT_BYTES / 2);
    if (slow !== SLOW_READERS) throw new Error(`only ${slow} readers were slow all the time`);
    await stream.disconnect(true);
    if (repetition % 2 === 1) alone.push(await run());
  }
  await stream.disconnect();
  for (const [name, reports] of [
    ['alone', alone],
    [`withSlow ${SLOW_READERS} slow readers`, withSlow],
  ] as const) {
    const rates = reports.map(({ rate }) => rate);
    report.group(`${QUICK_READERS} quick readers ${name}`);
    report.add('rate', 'deliveries a second', rates.map(rateOf));
    report.add('server CPU', 'us a delivery', rates.map(serverCpu_us));
    report.addLatency(
      'publishing to the last of them',
      reports.map(({ paced }) => latenciesOf(paced)),
    );
  }
  const ratioOf = (figure: (block: Block) => number) =>
    withSlow.map(({ rate }, i) => figure(rate) / figure((alone[i] as SlowReport).rate));
  report.add('rate / rate alone', 'times', ratioOf(rateOf), 'about 1');
  report.add('server CPU / server CPU alone', 'times', ratioOf(serverCpu_us), 'about 1');
}

interface SlowReport {
  readonly rate: Block;
  readonly paced: Block;
}

/**
 * What a connection takes, in separate processes that have not done anything else, and what 10,000 silent ones
 * cost.
 */
export async function measureMemory(channels: 'top' | 'all', report: StreamReport): Promise<void> {
  for (const [name, settings] of [
    ['the stream', ROOM],
    ['the bare server', null],
  ] as const) {
    const side = await StreamSide.start(settings);
    const connect = (count: number) =>
      channels === 'top' ? side.connect(count, 'one') : side.connectApart(count, channels);
    // What the process itself needs to take connections at all is not counted.
    await connect(MEMORY_WARM_UP);
    const before = await settledUsage(side);
    await connect(MEMORY_CONNECTIONS - MEMORY_WARM_UP);
    const after = await settledUsage(side);
    await setTimeout(IDLE_MS);
    const { cpu_seconds } = await side.usage(false);
    side.close();
    const perConnection = (grown: number) => grown / (MEMORY_CONNECTIONS - MEMORY_WARM_UP);
    const what = channels === 'all' ? ', with all channels' : '';
    report.group(`${wholeText(MEMORY_CONNECTIONS)} silent connections of ${name}${what}`);
    report.add('resident size', 'bytes a connection', [perConnection(after.rss_bytes - before.rss_bytes)]);
    report.add('heap', 'bytes a connection', [perConnection(after.heap_bytes - before.heap_bytes)]);
    const share = ((cpu_seconds - after.cpu_seconds) * 1000) / IDLE_MS;
    report.add('CPU, with their heartbeats', 'of a core', [share]);
  }
}

async function settledUsage(side: StreamSide) {
  await setTimeout(SETTLING_MS);
  await side.usage(true);
  await setTimeout(SETTLING_MS);
  return side.usage(true);
}

/** Both sides a number of times, after a warm-up; each goes first every other time. */
export async function inTurn(
  { stream, bare }: Sides,
  repetitions: number,
  run: (side: StreamSide) => Promise<Block>,
): Promise<Record<keyof Sides, Block[]>> {
  const blocks: Record<keyof Sides, Block[]> = { stream: [], bare: [] };
  await run(stream);
  await run(bare);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    if (repetition % 2 === 0) blocks.bare.push(await run(bare));
    blocks.stream.push(await run(stream));
    if (repetition % 2 === 1) blocks.bare.push(await run(bare));
  }
  return blocks;
}

export function rateOf({ deliveries, seconds }: Block): number {
  return deliveries / seconds;
}

function subscribersCpu_us({ subscribersCpu_seconds, deliveries }: Block): number {
  return (subscribersCpu_seconds / deliveries) * 1e6;
}

export function serverCpu_us({ serverCpu_seconds, deliveries }: Block): number {
  return (serverCpu_seconds / deliveries) * 1e6;
}

function latenciesOf({ latencies_ms }: Block): readonly number[] {
  return latencies_ms;
}

export function reportRates({ stream, bare }: Record<keyof Sides, Block[]>, report: StreamReport): void {
  report.add('stream', 'deliveries a second', stream.map(rateOf));
  report.add('bare', 'deliveries a second', bare.map(rateOf));
  const ratios = stream.map((block, i) => rateOf(block) / rateOf(bare[i] as Block));
  report.add('stream / bare', 'times', ratios, 'at least 0.8');
  report.add('stream, server CPU', 'us a delivery', stream.map(serverCpu_us));
  report.add('bare, server CPU', 'us a delivery', bare.map(serverCpu_us));
  report.add('stream, CPU of the subscribers', 'us a delivery', stream.map(subscribersCpu_us));
  report.add('bare, CPU of the subscribers', 'us a delivery', bare.map(subscribersCpu_us));
}
