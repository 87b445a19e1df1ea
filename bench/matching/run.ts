/**
 * What one core does with the matching engine: random flow next to two other order books, and what contingencies cost.
 *
 *   node bench/matching/run.ts [--messages=200000] [--repetitions=5] [--seed=1]
 *
 * Prints tables, and as its last line the figures as JSON.
 */
import { parseArgs } from 'node:util';
import {
  ALL_OR_NONE,
  Book,
  type BookContingency,
  type BookSide,
  BUY,
  EngineParts,
  NONE,
  SELL,
} from '../../src/matching/index.ts';
import { elapsedMs, median } from '../support/measure.ts';
import { seededRandom } from '../support/random.ts';
import { type MeasuredBook, otherBook, ourBook, ReportCount } from './books.ts';
import { type Flow, FlowGenerator } from './flow.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    repetitions: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const messages = Number(values.messages);
const repetitions = Number(values.repetitions);
const seed = Number(values.seed);

// ---------------------------------------------------------------- random flow

const BOOKS: Record<string, (flow: Flow) => MeasuredBook> = {
  openats: ourBook,
  'nodejs-order-book': (flow) => otherBook('nodejs-order-book', flow),
  'hft-limit-order-book': (flow) => otherBook('hft-limit-order-book', flow),
};

interface FlowFigure {
  readonly messagesPerSecond: number;
  readonly shares: number;
}

/** The books take turns, so that what the machine does meanwhile meets them all; the first round only warms up. */
function randomFlow(): Record<string, FlowFigure> {
  const flow = new FlowGenerator(messages, seed).generate();
  const rates = new Map<string, number[]>();
  const shares = new Map<string, number>();
  for (let round = 0; round <= repetitions; round++) {
    for (const [name, create] of Object.entries(BOOKS)) {
      const book = create(flow);
      book.run(0, flow.prefill);
      const ms = elapsedMs(() => book.run(flow.prefill, flow.messages));
      if (round > 0) rates.set(name, [...(rates.get(name) ?? []), messages / (ms / 1000)]);
      shares.set(name, book.shares());
    }
  }
  const figure = (name: string) => ({
    messagesPerSecond: Math.round(median(rates.get(name) ?? [])),
    shares: shares.get(name) ?? 0,
  });
  return Object.fromEntries(Object.keys(BOOKS).map((name) => [name, figure(name)]));
}

// ---------------------------------------------------------------- contingencies

const PRICE = 10_000_000;
const PILE = 100_000;
const ORDINARY = 100_000;
const SEARCHES = 20;

function enter(
  book: Book,
  orderId: number,
  side: BookSide,
  quantity: number,
  contingency: BookContingency = NONE,
  immediate = false,
): void {
  book.enter(orderId, side, PRICE, quantity, contingency, 0, immediate, true);
}

/** Nanoseconds per plain order at a price where this many all-or-none bids, too large for it, have priority. */
function ordinaryOrder(unfillable: number): number {
  const book = new Book(new ReportCount());
  for (let i = 1; i <= unfillable; i++) enter(book, i, BUY, 1000 + (i % 1000), ALL_OR_NONE);
  const ms = elapsedMs(() => {
    for (let i = 0; i < ORDINARY; i++) enter(book, unfillable + 1 + i, i % 2 === 0 ? SELL : BUY, 10);
  });
  return (ms * 1e6) / ORDINARY;
}

/**
 * Microseconds for an all-or-none initiator that wants what every second one of these all-or-none offers has, of
 * scattered sizes and about a million shares together: the sweep fails, the search succeeds.
 */
function search(contras: number): number {
  const random = seededRandom(seed);
  const most = 2_000_000 / contras;
  const parts = new EngineParts();
  let ms = 0;
  for (let time = 0; time < SEARCHES; time++) {
    const first = time * (contras + 1) + 1;
    const book = new Book(new ReportCount(), time, parts);
    let wanted = 0;
    for (let i = 0; i < contras; i++) {
      const quantity = 1 + Math.floor(random() * most);
      if (i % 2 === 0) wanted += quantity;
      enter(book, first + i, SELL, quantity, ALL_OR_NONE);
    }
    ms += elapsedMs(() => enter(book, first + contras, BUY, wanted, ALL_OR_NONE, true));
  }
  return (ms * 1000) / SEARCHES;
}

function repeated(measure: () => number): number {
  measure();
  return median(Array.from({ length: repetitions }, measure));
}

// ---------------------------------------------------------------- report

const flow = randomFlow();
const ours = flow.openats?.messagesPerSecond ?? 0;
const fastestOther = Math.max(
  ...Object.entries(flow).map(([name, f]) => (name === 'openats' ? 0 : f.messagesPerSecond)),
);
const without = repeated(() => ordinaryOrder(0));
const withPile = repeated(() => ordinaryOrder(PILE));
const searches = Object.fromEntries([4, 16, 64].map((contras) => [contras, repeated(() => search(contras))]));

console.log(`random flow: ${messages} messages, 1,000 price levels, 20,000 resting orders`);
console.table(flow);
console.log(`${(ours / fastestOther).toFixed(1)} times the faster of the others`);
console.log(`\nplain order at a price with all-or-none orders that it cannot fill, ns`);
console.table({ none: { ns: Math.round(without) }, [PILE]: { ns: Math.round(withPile) } });
console.log(
  '\nexecution of an all-or-none order that the sweep cannot find, by all-or-none contra orders, microseconds',
);
console.table(Object.fromEntries(Object.entries(searches).map(([n, us]) => [n, { us: Math.round(us) }])));
console.log(
  JSON.stringify({
    messagesPerSecond: Object.fromEntries(Object.entries(flow).map(([name, f]) => [name, f.messagesPerSecond])),
    timesTheFasterOther: ours / fastestOther,
    plainOrderNs: { none: without, [PILE]: withPile, ratio: withPile / without },
    searchUs: searches,
  }),
);
