/**
 * Micro-benchmarks of the book: single commands on a book that is the same before each of them, one after another.
 *
 *   node bench/book/run.ts [--levels=100]
 *
 * For finding out what a change of the book costs; bench:matching and bench:scenarios measure it on flow.
 */
import { parseArgs } from 'node:util';
import Benchmark from 'benchmark';
import { ALL_OR_NONE, Book, BUY, NONE, SELL } from '../../src/matching/index.ts';
import { ReportSum } from '../support/report-sum.ts';

const { values } = parseArgs({ options: { levels: { type: 'string', default: '100' } } });
const levels = Number(values.levels);

const CENT = 10_000;
const BEST_BID = 1_000 * CENT;
/** Between the best bid and the best offer. */
const MIDDLE = BEST_BID + CENT;
const BEST_OFFER = MIDDLE + CENT;
const SHARES = 100;

/** A book with that many levels on each side, ten orders in each, and numbers for orders to come. */
class Filled {
  readonly book = new Book(new ReportSum());
  #lastId = 0;

  constructor() {
    for (let level = 0; level < levels; level++) {
      for (let order = 0; order < 10; order++) {
        this.enter(BUY, BEST_BID - level * CENT);
        this.enter(SELL, BEST_OFFER + level * CENT);
      }
    }
  }

  /** The order's id. */
  enter(side: typeof BUY | typeof SELL, price: number, quantity = SHARES, isWhole = false): number {
    const id = ++this.#lastId;
    this.book.enter(id, side, price, quantity, isWhole ? ALL_OR_NONE : NONE, 0, false, true);
    return id;
  }
}

/** Each leaves the book as it found it. */
const COMMANDS: Readonly<Record<string, (filled: Filled) => () => void>> = {
  'enter and cancel at the best level': (filled) => () => {
    filled.book.cancel(filled.enter(BUY, BEST_BID));
  },
  'enter and cancel on a new best level': (filled) => () => {
    filled.book.cancel(filled.enter(BUY, MIDDLE));
  },
  'enter and cancel on the last level': (filled) => () => {
    filled.book.cancel(filled.enter(BUY, BEST_BID - (levels - 1) * CENT));
  },
  'match one order with one': (filled) => () => {
    filled.enter(SELL, MIDDLE);
    filled.enter(BUY, MIDDLE);
  },
  'match one order with ten': (filled) => () => {
    for (let order = 0; order < 10; order++) filled.enter(SELL, MIDDLE);
    filled.enter(BUY, MIDDLE, 10 * SHARES);
  },
  'replace with a loss of priority': (filled) => {
    const id = filled.enter(BUY, BEST_BID);
    let price = BEST_BID;
    return () => {
      price = price === BEST_BID ? BEST_BID - CENT : BEST_BID;
      filled.book.replace(id, price, SHARES, NONE, 0);
    };
  },
  'enter and cancel all or none, more than is offered': (filled) => () => {
    filled.book.cancel(filled.enter(BUY, BEST_OFFER, 11 * SHARES, true));
  },
  'match all or none with all or none of ten': (filled) => () => {
    for (let order = 0; order < 10; order++) filled.enter(SELL, MIDDLE, SHARES, true);
    filled.enter(BUY, MIDDLE, 10 * SHARES, true);
  },
};

const suite = new Benchmark.Suite();
for (const [name, command] of Object.entries(COMMANDS)) suite.add(name, command(new Filled()));
suite.on('cycle', ({ target }: Benchmark.Event) => {
  const { name, hz = 0, stats } = target as unknown as Benchmark;
  const rate = Math.round(hz).toLocaleString('en');
  console.log(`${String(name).padEnd(52)}${rate.padStart(12)} a second  ± ${stats?.rme.toFixed(1)} %`);
});
suite.run();
