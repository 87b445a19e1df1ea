/**
 * What FIX costs: NewOrderSingle until its acknowledgement against the same order over the stream, orders a second over
 * 1 and 16 sessions, and a drop copy against a subscriber of the stream. Both of each pair in turn.
 *
 *   npm run bench --prefix fix -- [--repetitions=5] [--orders=1500] [--json FILE]
 *
 * The ratios are what counts. The load, the gateway and the venue share the machine; CPU is that of all threads of a
 * program, with the venue's history.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { diskFolder } from '../../bench/support/disk.ts';
import { markdownTable } from '../../bench/support/markdown.ts';
import { type Figure, writeResults } from '../../bench/support/results.ts';
import { figure } from '../../bench/support/section.ts';
import { quantile, spreadText } from '../../bench/support/statistics.ts';
import { inTurn, Series } from '../../bench/support/turns.ts';
import { measureDropCopy } from './drop-copy.ts';
import { closedLoop, fixPlacer, oneByOne, type Placer, streamPlacer } from './loads.ts';
import { Rig, SESSIONS } from './rig.ts';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '5' },
    orders: { type: 'string', default: '1500' },
    json: { type: 'string' },
  },
});
const repetitions = Number(values.repetitions);
const orders = Number(values.orders);

interface Block {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU an order. */
  readonly venue: number;
  readonly gateway: number;
}

const folder = diskFolder();
const rig = await Rig.start(folder);
try {
  const figures = [...(await measureOrders()), ...(await measureDropCopy(rig, { repetitions, orders }))];
  writeResults(values.json, 'fix', figures);
} finally {
  await rig.stop();
  rmSync(folder, { recursive: true });
}

async function measureOrders(): Promise<Figure[]> {
  const clients = () => Array.from({ length: SESSIONS }, () => rig.nextClient());
  const fix = await Promise.all(clients().map((client) => fixPlacer(rig, client)));
  const stream = clients().map((client) => streamPlacer(rig, client));
  const shapes = [
    { name: 'one order after the other', sessions: 1, underWay: 1 },
    { name: '1 session, 64 under way', sessions: 1, underWay: 64 },
    { name: '16 sessions, 8 under way each', sessions: SESSIONS, underWay: 8 },
  ];
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const { name, sessions, underWay } of shapes) {
    const series = [fix, stream].map((side) => new Series(() => block(side.slice(0, sessions), underWay)));
    await Promise.all(series.map((one) => one.repeat()));
    await inTurn(repetitions, series);
    const [overFix = [], overStream = []] = series.map(({ results }) => results.slice(1));
    const ratio = (of: (one: Block) => number) => overFix.map((one, at) => of(one) / of(overStream[at]!));
    figures.push(
      {
        ...figure(
          `orders over FIX / stream, ${name}`,
          'ratio',
          ratio(({ rate }) => rate),
          Number,
        ),
        aim: 'at least 0.6',
      },
      figure(
        `p50 over FIX / stream, ${name}`,
        'ratio',
        ratio(({ p50 }) => p50),
        Number,
      ),
      figure(
        `p99 over FIX / stream, ${name}`,
        'ratio',
        ratio(({ p99 }) => p99),
        Number,
      ),
    );
    const text = (blocks: readonly Block[], of: (one: Block) => number, digits = 0) =>
      spreadText(blocks.map(of), (value) => value.toFixed(digits));
    for (const [side, blocks] of [
      ['FIX', overFix],
      ['stream', overStream],
    ] as const) {
      const isLatency = underWay === 1;
      rows.push([
        `${name}, ${side}`,
        text(blocks, ({ rate }) => rate),
        isLatency ? text(blocks, ({ p50 }) => p50, 2) : '',
        isLatency ? text(blocks, ({ p99 }) => p99, 2) : '',
        text(blocks, ({ venue }) => venue),
        text(blocks, ({ gateway }) => gateway),
      ]);
    }
    rows.push([
      `${name}, FIX / stream`,
      spreadText(
        ratio(({ rate }) => rate),
        (value) => value.toFixed(2),
      ),
      '',
      '',
      '',
      '',
    ]);
  }
  const head = ['orders', 'a second', 'p50, ms', 'p99, ms', 'CPU of the venue, µs an order', 'of the gateway'];
  console.log(markdownTable(head, rows));
  for (const placer of [...fix, ...stream]) placer.close();
  return figures;
}

async function block(placers: readonly Placer[], underWay: number): Promise<Block> {
  const before = await rig.cpu();
  const start = performance.now();
  const times = underWay === 1 ? await oneByOne(placers[0]!, orders) : undefined;
  const rate = times ? (orders / (performance.now() - start)) * 1000 : await closedLoop(placers, underWay, orders);
  const after = await rig.cpu();
  return {
    rate,
    p50: times ? quantile(times, 0.5) : Number.NaN,
    p99: times ? quantile(times, 0.99) : Number.NaN,
    venue: (after.venue - before.venue) / orders,
    gateway: (after.gateway - before.gateway) / orders,
  };
}
