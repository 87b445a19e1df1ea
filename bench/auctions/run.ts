/**
 * `npm run bench:auctions`: what an auction of 100,000 orders that all cross takes, and the longest of its slices, with
 * plain orders, contingent ones and owners that have a mode; and what an indication costs by the orders of the call.
 * Processor time of this thread.
 */
import { LimitSums } from '../../src/exchange/replica/limit-sums.ts';
import {
  ALL_OR_NONE,
  type BookListener,
  BUY,
  CANCEL_NEWEST,
  Engine,
  NO_PREVENTION,
  NONE,
  SELL,
  uncrossingFrom,
} from '../../src/matching/index.ts';
import { seededRandom } from '../support/random.ts';
import { spreadOf } from '../support/statistics.ts';

const ORDERS = 100_000;
const REPETITIONS = 7;
/** As the venue has them (M17). */
const MATCHES_MAX = 100;
const MIDDLE = 10_000_000;
const TERMS = { reference: MIDDLE, low: null, high: null };
const [BOOK, CONTINGENT_EACH, OWNERS] = [1, 100, 500];
const CHANGES = 20_000;
/** Prices of an indication. */
const SPREAD = 100_000;

interface Flow {
  readonly title: string;
  readonly isContingent: (at: number) => boolean;
  /** 0: nobody. */
  readonly ownerOf: (at: number) => number;
}

const FLOWS: readonly Flow[] = [
  { title: 'plain orders', isContingent: () => false, ownerOf: () => 0 },
  { title: '1,000 of them all-or-none', isContingent: (at) => at % CONTINGENT_EACH === 0, ownerOf: () => 0 },
  { title: 'of 500 owners with cancelNewest', isContingent: () => false, ownerOf: (at) => 1 + (at % OWNERS) },
];

class CountedMatches implements BookListener {
  count = 0;
  matched(): void {
    this.count++;
  }
  accepted(): void {}
  cancelled(): void {}
  replaced(): void {}
  rejected(): void {}
  topOfBookChanged(): void {}
}

function msSince(before: ReturnType<typeof process.threadCpuUsage>): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function auction({ isContingent, ownerOf }: Flow): { all: number; longest: number; slices: number; matches: number } {
  const listener = new CountedMatches();
  const engine = new Engine(listener);
  engine.matchesMax = MATCHES_MAX;
  engine.addBook(BOOK, false);
  const random = seededRandom(1);
  for (let at = 0; at < ORDERS; at++) {
    const side = random() < 0.5 ? BUY : SELL;
    const price = MIDDLE + Math.floor(random() * 1000) * (side === BUY ? 1 : -1);
    const [owner, quantity] = [ownerOf(at), 1 + Math.floor(random() * 500)];
    const contingency = isContingent(at) ? ALL_OR_NONE : NONE;
    const guards = owner === 0 ? NO_PREVENTION : CANCEL_NEWEST;
    engine.enter(BOOK, at + 1, side, price, quantity, contingency, 0, false, true, 0, owner, guards);
  }
  const begun = process.threadCpuUsage();
  let [longest, slices] = [0, 1];
  engine.beginAuction(BOOK, TERMS);
  longest = msSince(begun);
  for (; engine.hasPendingWork; slices++) {
    const before = process.threadCpuUsage();
    engine.resume();
    longest = Math.max(longest, msSince(before));
  }
  return { all: msSince(begun), longest, slices, matches: listener.count };
}

/** Microseconds of an indication after each change. */
function indication(orders: number): number {
  const sums = new LimitSums();
  const random = seededRandom(2);
  const side = () => (random() < 0.5 ? 'buy' : 'sell');
  const change = () =>
    sums.add(side(), MIDDLE + Math.floor(random() * SPREAD) - SPREAD / 2, 1 + Math.floor(random() * 500));
  for (let at = 0; at < orders; at++) change();
  const before = process.threadCpuUsage();
  for (let at = 0; at < CHANGES; at++) {
    change();
    uncrossingFrom(sums, sums.edge);
  }
  return (msSince(before) * 1000) / CHANGES;
}

for (const flow of FLOWS) {
  const runs = Array.from({ length: REPETITIONS }, () => auction(flow));
  const { median, lowest, highest } = spreadOf(runs.map(({ all }) => all));
  const longest = spreadOf(runs.map((run) => run.longest));
  const { slices, matches } = runs[0]!;
  console.log(
    `${ORDERS} orders, ${flow.title}: ${median.toFixed(0)} ms (${lowest.toFixed(0)} to ${highest.toFixed(0)}), ` +
      `${slices} slices, the longest ${longest.median.toFixed(1)} ms (${longest.highest.toFixed(1)}), ` +
      `${matches} matches`,
  );
}
for (const orders of [1000, 10_000, 100_000]) {
  const { median } = spreadOf(Array.from({ length: REPETITIONS }, () => indication(orders)));
  console.log(`a change of a call of ${orders} orders, with its indication: ${median.toFixed(1)} us`);
}
