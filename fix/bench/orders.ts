import { markdownTable } from '../../bench/support/markdown.ts';
import type { Figure } from '../../bench/support/results.ts';
import { figure } from '../../bench/support/section.ts';
import { quantile, spreadText } from '../../bench/support/statistics.ts';
import { inTurn, Series } from '../../bench/support/turns.ts';
import { framePlacer } from './frames.ts';
import { closedLoop, fixPlacer, type Placer, streamPlacer } from './loads.ts';
import { type Rig, SESSIONS } from './rig.ts';

interface Block {
  readonly rate: number;
  /** Milliseconds until the acknowledgement. */
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
  /** Connections of a client that sends each order as one message: a connection may send 5,000 a second (S16). */
  readonly connections: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'one order after the other', sessions: 1, underWay: 1, connections: 1 },
  { name: '1 session, 64 under way', sessions: 1, underWay: 64, connections: 4 },
  { name: '16 sessions, 8 under way each', sessions: SESSIONS, underWay: 8, connections: 1 },
];

/** FIX is compared with the other two: an order in each message, and openats/client, which sends many in one. */
const SIDES = ['FIX', 'stream, an order a message', 'stream, openats/client'] as const;

const COLUMNS: readonly (readonly [name: string, of: keyof Block, digits: number])[] = [
  ['a second', 'rate', 0],
  ['p50, ms', 'p50', 2],
  ['p99, ms', 'p99', 2],
  ['CPU of the venue, µs an order', 'venue', 0],
  ['of the gateway', 'gateway', 0],
  ['of the load', 'load', 0],
];

/** The same orders over FIX and over the stream, in turn. */
export async function measureOrders(
  rig: Rig,
  { repetitions, orders }: { readonly repetitions: number; readonly orders: number },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const rows: string[][] = [];
  const clients = () => Array.from({ length: SESSIONS }, () => rig.nextClient());
  const [ofFix, ofFrames, ofLibrary] = [clients(), clients(), clients()];
  const fix = await Promise.all(ofFix.map((client) => fixPlacer(rig, client)));
  const library = ofLibrary.map((client) => streamPlacer(rig, client));
  for (const shape of SHAPES) {
    const frames = await Promise.all(
      ofFrames.slice(0, shape.sessions).map((client) => framePlacer(rig, client, shape.connections)),
    );
    const series = [fix, frames, library].map(
      (side) => new Series(() => block(rig, side.slice(0, shape.sessions), { ...shape, orders })),
    );
    // The first of each is the warm-up.
    await inTurn(repetitions + 1, series);
    for (const placer of frames) placer.close();
    const [overFix = [], overFrames = [], overLibrary = []] = series.map(({ results }) => results.slice(1));
    for (const [at, blocks] of [overFix, overFrames, overLibrary].entries()) {
      rows.push([`${shape.name}: ${SIDES[at]}`, ...COLUMNS.map(([, of, digits]) => text(blocks, of, digits))]);
    }
    for (const [at, others] of [overFrames, overLibrary].entries()) {
      const ratios = ratiosOf(overFix, others);
      rows.push([
        `${shape.name}: FIX / ${SIDES[at + 1]}`,
        ...COLUMNS.map(([, of]) => (of === 'gateway' ? '' : spreadText(ratios(of), (value) => value.toFixed(2)))),
      ]);
      figures.push(...figuresOf(`FIX / ${SIDES[at + 1]}, ${shape.name}`, ratios, at === 0));
    }
  }
  console.log(markdownTable(['orders', ...COLUMNS.map(([name]) => name)], rows));
  for (const placer of [...fix, ...library]) placer.close();
  return figures;
}

type Ratios = (of: keyof Block) => number[];

function ratiosOf(blocks: readonly Block[], others: readonly Block[]): Ratios {
  return (of) => blocks.map((one, at) => one[of] / (others[at] as Block)[of]);
}

function figuresOf(name: string, ratios: Ratios, hasAim: boolean): Figure[] {
  const rate = figure(`orders a second, ${name}`, 'ratio', ratios('rate'), Number);
  return [
    hasAim ? { ...rate, aim: 'at least 0.6' } : rate,
    figure(`p50, ${name}`, 'ratio', ratios('p50'), Number),
    figure(`p99, ${name}`, 'ratio', ratios('p99'), Number),
    figure(`CPU of the venue, ${name}`, 'ratio', ratios('venue'), Number),
  ];
}

function text(blocks: readonly Block[], of: keyof Block, digits: number): string {
  return spreadText(
    blocks.map((one) => one[of]),
    (value) => value.toFixed(digits),
  );
}

async function block(
  rig: Rig,
  placers: readonly Placer[],
  { underWay, orders }: { readonly underWay: number; readonly orders: number },
): Promise<Block> {
  const before = await rig.cpu();
  const loadBefore = process.cpuUsage();
  const start = performance.now();
  const times = await closedLoop(placers, underWay, orders);
  const rate = (orders / (performance.now() - start)) * 1000;
  const load = process.cpuUsage(loadBefore);
  const after = await rig.cpu();
  return {
    rate,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    venue: (after.venue - before.venue) / orders,
    gateway: (after.gateway - before.gateway) / orders,
    load: (load.user + load.system) / orders,
  };
}
