/**
 * Whether a message costs more when there is more: books, resting orders, contingent orders that cannot trade.
 *
 *   node --expose-gc bench/growth/run.ts [--repetitions=5] [--json FILE]
 *
 * Each cost is a ratio to the smallest case, measured in turn with it. Before that the longest wait while orders come
 * to rest, and how much memory is taken; after it what memory alone takes for a record at random. Prints tables.
 */
import { parseArgs } from 'node:util';
import { ALL_OR_NONE, type BookSide, BUY, Engine, NONE, SELL } from '../../src/matching/index.ts';
import { elapsedMs } from '../support/measure.ts';
import { seededRandom } from '../support/random.ts';
import { ReportSum } from '../support/report-sum.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { type Spread, spreadOf } from '../support/statistics.ts';
import { bareTouch } from './bare-touches.ts';
import { worstInBook, worstInVenue } from './pauses.ts';

const { values } = parseArgs({
  options: { repetitions: { type: 'string', default: '5' }, json: { type: 'string' } },
});
const repetitions = Number(values.repetitions);
const file = resultsFile(process.argv.slice(2));

const TICK = 5000;
const MIDDLE = 33_500;
/** Price levels on each side that the resting orders fill. */
const LEVELS = 800;
const ROUNDS = 60_000;
const MESSAGES_PER_ROUND = 5;

interface Case {
  readonly books: number;
  readonly resting: number;
  readonly contingent: number;
}

/**
 * Orders far from the middle, spread over all books. Contingent ones rest at the touch and want more than there is.
 */
function fill({ books, resting, contingent }: Case): Engine {
  const engine = new Engine(new ReportSum());
  for (let book = 1; book <= books; book++) engine.addBook(book, true);
  let id = 0;
  const enter = (offset: number, quantity: number, wanted: typeof NONE | typeof ALL_OR_NONE) => {
    const side = (++id & 1) as BookSide;
    const price = (side === BUY ? MIDDLE - offset : MIDDLE + offset) * TICK;
    engine.enter(1 + (id % books), id, side, price, quantity, wanted, 0, false, true);
  };
  for (let i = 0; i < resting; i++) enter(20 + ((i >>> 1) % LEVELS), 100, NONE);
  // Two million shares and more; the sides do not cross, the messages do.
  for (let i = 0; i < contingent; i++) enter(1, 2_000_000 + (i % 1000), ALL_OR_NONE);
  return engine;
}

/**
 * Nanoseconds for a message: an offer rests, two bids trade with it, another offer comes and is cancelled, in one book.
 */
function cost(engine: Engine, books: number, firstId: number): number {
  const random = seededRandom(1);
  let id = firstId;
  const enter = (book: number, side: BookSide, offset: number, quantity: number) =>
    engine.enter(book, ++id, side, (MIDDLE + offset) * TICK, quantity, NONE, 0, false, true);
  const ms = elapsedMs(() => {
    for (let round = 0; round < ROUNDS; round++) {
      const book = 1 + Math.floor(random() * books);
      const offset = Math.floor(random() * 3) - 1;
      enter(book, SELL, offset, 30);
      enter(book, BUY, offset, 10);
      enter(book, BUY, offset, 20);
      enter(book, SELL, 5 + Math.floor(random() * 10), 10);
      engine.cancel(id);
    }
  });
  return (ms * 1e6) / (ROUNDS * MESSAGES_PER_ROUND);
}

interface Growth {
  readonly ns: Spread;
  /** The cost over that of the first case. */
  readonly ratio: Spread;
}

function growth(cases: readonly Case[]): Growth[] {
  const engines = cases.map(fill);
  const found = cases.map((): { ns: number; ratio: number }[] => []);
  let firstId = 10_000_000;
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    const costs = cases.map(({ books }, i) => cost(engines[i] as Engine, books, firstId));
    firstId += 10_000_000;
    // The first repetition only warms up.
    if (repetition === 0) continue;
    costs.forEach((ns, i) => {
      found[i]!.push({ ns, ratio: ns / costs[0]! });
    });
  }
  return found.map((list) => ({
    ns: spreadOf(list.map(({ ns }) => ns)),
    ratio: spreadOf(list.map(({ ratio }) => ratio)),
  }));
}

/** What an engine takes of the heap; NaN without --expose-gc. */
function bytesOf(sizes: Case): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) return Number.NaN;
  const used = () => {
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const engine = fill(sizes);
  const bytes = used() - before + engine.bytes;
  // The engine is still needed here, so that it is counted above.
  if (engine.orderCount !== sizes.resting) throw new Error('orders are missing');
  return bytes;
}

interface Series {
  readonly cases: readonly (readonly [label: string, sizes: Case])[];
  /** For the ratio of the largest case to the smallest. */
  readonly aim: string;
}

const SERIES: Readonly<Record<string, Series>> = {
  'books, a random one for every five messages': {
    cases: [
      ['1', { books: 1, resting: 1_000_000, contingent: 0 }],
      ['1,000', { books: 1000, resting: 1_000_000, contingent: 0 }],
      ['100,000', { books: 100_000, resting: 1_000_000, contingent: 0 }],
    ],
    aim: 'at most 2',
  },
  'resting orders': {
    cases: [
      ['1,000', { books: 1, resting: 1000, contingent: 0 }],
      ['100,000', { books: 1, resting: 100_000, contingent: 0 }],
      ['4,000,000', { books: 1, resting: 4_000_000, contingent: 0 }],
    ],
    aim: 'at most 1.2',
  },
  'contingent orders that cannot trade': {
    cases: [
      ['0', { books: 1, resting: 10_000, contingent: 0 }],
      ['1,000', { books: 1, resting: 10_000, contingent: 1000 }],
      ['100,000', { books: 1, resting: 10_000, contingent: 100_000 }],
    ],
    aim: 'at most 2',
  },
};

const figures: Figure[] = [];
// First, while the process is small: memory that the machine has never touched costs milliseconds on some.
const pauses: Record<string, number> = {
  'of 1,000,000 orders in the venue': worstInVenue(1_000_000, repetitions),
  'of 4,000,000 orders in one book': worstInBook(4_000_000, repetitions),
};
console.log(`\nthe order that takes longest to come to rest, least of ${repetitions} times, ms`);
console.table(pauses);
for (const [name, ms] of Object.entries(pauses)) {
  figures.push({ name: `longest ${name}`, unit: 'ms', ...single(ms), aim: 'below 0.2' });
}
const BOOKS = 100_000;
const memory: Record<string, number> = {
  'book without orders': bytesOf({ books: BOOKS, resting: 0, contingent: 0 }) / BOOKS,
};
for (const resting of [100_000, 1_000_000, 4_000_000]) {
  const label = `resting order of ${resting.toLocaleString('en-US')}`;
  memory[label] = bytesOf({ books: 1, resting, contingent: 0 }) / resting;
}
console.log('\nbytes for each (needs --expose-gc)');
console.table(memory);
for (const [name, bytes] of Object.entries(memory)) {
  const aim = name === 'book without orders' ? 'below 1,000' : 'at most 100';
  figures.push({ name: `memory of each ${name}`, unit: 'bytes', ...single(bytes), aim });
}

for (const [name, { cases, aim }] of Object.entries(SERIES)) {
  const found = growth(cases.map(([, sizes]) => sizes));
  const rows = cases.map(([label], i) => {
    const { ns, ratio } = found[i] as Growth;
    const aimed = i === cases.length - 1 ? { aim } : {};
    figures.push({ name: `${name}: ${label}`, unit: 'ns a message', ...ns });
    figures.push({ name: `${name}: ${label}, to the smallest case`, unit: 'times', ...ratio, ...aimed });
    return [label, { ns: text(ns, 0), 'times the smallest': text(ratio, 2) }];
  });
  console.log(`\ncost of a message by ${name}`);
  console.table(Object.fromEntries(rows));
}

const MEBIBYTES = [1, 8, 64, 256, 512] as const;
const touches = Object.fromEntries(MEBIBYTES.map((size) => [`${size} MiB`, bareTouch(size * 2 ** 20)]));
console.log('\none word of a record of 64 bytes at random, without any book, ns');
console.table(touches);
for (const [name, { waiting, overlapping }] of Object.entries(touches)) {
  figures.push({ name: `a record at random of ${name}, waiting`, unit: 'ns', ...single(waiting) });
  figures.push({ name: `a record at random of ${name}, overlapping`, unit: 'ns', ...single(overlapping) });
}

writeResults(file, 'growth', figures);

function single(value: number): Spread {
  return { median: value, lowest: value, highest: value };
}

/** For example `2.95 (2.80 to 3.10)`. */
function text({ median, lowest, highest }: Spread, places: number): string {
  return `${median.toFixed(places)} (${lowest.toFixed(places)} to ${highest.toFixed(places)})`;
}
