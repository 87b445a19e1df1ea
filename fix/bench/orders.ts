import { markdownTable } from '../../bench/support/markdown.ts';
import type { Figure } from '../../bench/support/results.ts';
import { figure } from '../../bench/support/section.ts';
import { quantile, spreadText } from '../../bench/support/statistics.ts';
import { inTurn, Series } from '../../bench/support/turns.ts';
import { closedLoop, fixPlacer, oneByOne, type Placer, streamPlacer } from './loads.ts';
import { type Rig, SESSIONS } from './rig.ts';

interface Block {
  readonly rate: number;
  /** Milliseconds until the acknowledgement; NaN where several orders are under way. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU an order. */
  readonly venue: number;
  readonly gateway: number;
  readonly load: number;
}

interface Shape {
  readonly name: string;
  readonly sessions: number;
  readonly underWay: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'one order after the other', sessions: 1, underWay: 1 },
  { name: '1 session, 64 under way', sessions: 1, underWay: 64 },
  { name: '16 sessions, 8 under way each', sessions: SESSIONS, underWay: 8 },
];

const HEAD = [
  'orders',
  'a second',
  'p50, ms',
  'p99, ms',
  'CPU of the venue, µs an order',
  'of the gateway',
  'of the load',
];

/** The same orders over FIX and over the stream, in turn. */
export async function measureOrders(
  rig: Rig,
  { repetitions, orders }: { readonly repetitions: number; readonly orders: number },
): Promise<Figure[]> {
  const clients = () => Array.from({ length: SESSIONS }, () => rig.nextClient());
  const fix = await Promise.all(clients().map((client) => fixPlacer(rig, client)));
  const stream = clients().map((client) => streamPlacer(rig, client));
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const shape of SHAPES) {
    const blockOf = (side: readonly Placer[]) => () => block(rig, side.slice(0, shape.sessions), { ...shape, orders });
    // The first of each is the warm-up.
    const series = [new Series(blockOf(fix)), new Series(blockOf(stream))];
    await inTurn(repetitions + 1, series);
    const [overFix = [], overStream = []] = series.map(({ results }) => results.slice(1));
    const ratios = (of: (one: Block) => number) => overFix.map((one, at) => of(one) / of(overStream[at] as Block));
    const add = (name: string, of: (one: Block) => number) =>
      figure(`${name}, ${shape.name}`, 'ratio', ratios(of), Number);
    figures.push({ ...add('orders over FIX / stream', (one) => one.rate), aim: 'at least 0.6' });
    figures.push(add('CPU of the venue, FIX / stream', (one) => one.venue));
    if (shape.underWay === 1)
      figures.push(
        add('p50, FIX / stream', (one) => one.p50),
        add('p99, FIX / stream', (one) => one.p99),
      );
    rows.push(row(`${shape.name}, FIX`, overFix), row(`${shape.name}, stream`, overStream));
    rows.push([
      `${shape.name}, FIX / stream`,
      spread(
        ratios((one) => one.rate),
        2,
      ),
      '',
      '',
      spread(
        ratios((one) => one.venue),
        2,
      ),
      '',
      '',
    ]);
  }
  console.log(markdownTable(HEAD, rows));
  for (const placer of [...fix, ...stream]) placer.close();
  return figures;
}

function row(name: string, blocks: readonly Block[]): string[] {
  const text = (of: (one: Block) => number, digits = 0) => spread(blocks.map(of), digits);
  const times = [text((one) => one.p50, 2), text((one) => one.p99, 2)].map((one) => (one.includes('NaN') ? '' : one));
  return [
    name,
    text((one) => one.rate),
    ...times,
    text((one) => one.venue),
    text((one) => one.gateway),
    text((one) => one.load),
  ];
}

function spread(values: readonly number[], digits: number): string {
  return spreadText(values, (value) => value.toFixed(digits));
}

async function block(
  rig: Rig,
  placers: readonly Placer[],
  { underWay, orders }: { readonly underWay: number; readonly orders: number },
): Promise<Block> {
  const before = await rig.cpu();
  const loadBefore = process.cpuUsage();
  const start = performance.now();
  const times = underWay === 1 ? await oneByOne(placers[0] as Placer, orders) : undefined;
  const rate = times ? (orders / (performance.now() - start)) * 1000 : await closedLoop(placers, underWay, orders);
  const load = process.cpuUsage(loadBefore);
  const after = await rig.cpu();
  return {
    rate,
    p50: times ? quantile(times, 0.5) : Number.NaN,
    p99: times ? quantile(times, 0.99) : Number.NaN,
    venue: (after.venue - before.venue) / orders,
    gateway: (after.gateway - before.gateway) / orders,
    load: (load.user + load.system) / orders,
  };
}
