/**
 * The matching engine on five shapes of flow, next to the order book that one writes first (plain-book.ts).
 *
 *   node bench/scenarios.ts [--orders=1000000] [--repetitions=5] [--seed=1] [--only=normal]
 *     [--arrival=shuffled|sequence] [--ids=count|venue|scattered]
 *
 * Prints a table, and as its last line the figures as JSON. Fails when the two books told different things.
 */
import { parseArgs } from 'node:util';
import { type BookSide, Engine, NONE } from '../src/matching/index.ts';
import { elapsedMs } from './measure.ts';
import { PlainBook } from './plain-book.ts';
import { ReportSum } from './report-sum.ts';
import {
  type Arrival,
  CANCEL,
  ENTER_IMMEDIATE,
  REPLACE,
  SCENARIOS,
  type ScenarioFlow,
  ScenarioGenerator,
} from './scenario-flow.ts';
import { spreadOf } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    repetitions: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    ids: { type: 'string', default: 'count' },
    arrival: { type: 'string', default: 'shuffled' },
    only: { type: 'string' },
  },
});
const orders = Number(values.orders);
const repetitions = Number(values.repetitions);
const seed = Number(values.seed);
const arrival: Arrival = values.arrival === 'sequence' ? 'sequence' : 'shuffled';

/** The ids that callers choose: counted, as the venue makes them (with a number of its shard), or without any order. */
const ID_OF: Readonly<Record<string, (n: number) => number>> = {
  count: (n) => n,
  venue: (n) => (n + 1000) * 100 + 7,
  // One to one, as the multiplier is odd; beyond 32 bits.
  scattered: (n) => (Math.imul(n, 0x9e3779b1) >>> 0) + 2 ** 40,
};

/** What a run of one book over a flow takes and tells. */
type Run = (flow: ScenarioFlow, ids: Float64Array, told: ReportSum) => void;

const ours: Run = ({ messages, kind, side, price, quantity }, ids, told) => {
  const engine = new Engine(told);
  engine.addBook(1, true);
  for (let i = 0; i < messages; i++) {
    const what = kind[i]!;
    if (what === CANCEL) engine.cancel(ids[i]!);
    else if (what === REPLACE) engine.replace(ids[i]!, price[i]!, quantity[i]!, NONE, 0);
    else {
      const immediate = what === ENTER_IMMEDIATE;
      engine.enter(1, ids[i]!, side[i] as BookSide, price[i]!, quantity[i]!, NONE, 0, immediate, true);
    }
  }
};

const plain: Run = ({ messages, kind, side, price, quantity }, ids, told) => {
  const book = new PlainBook(told);
  for (let i = 0; i < messages; i++) {
    const what = kind[i]!;
    if (what === CANCEL) book.cancel(ids[i]!);
    else if (what === REPLACE) book.replace(ids[i]!, price[i]!, quantity[i]!);
    else book.enter(ids[i]!, side[i] as BookSide, price[i]!, quantity[i]!, what === ENTER_IMMEDIATE);
  }
};

/** Million messages a second. */
function measure(run: Run, flow: ScenarioFlow, ids: Float64Array, told: ReportSum): number {
  return flow.messages / elapsedMs(() => run(flow, ids, told)) / 1000;
}

function scenario(name: string) {
  const flow = new ScenarioGenerator(SCENARIOS[name]!, arrival, orders, seed).generate();
  const ids = Float64Array.from(flow.orderNumber.subarray(0, flow.messages), ID_OF[values.ids]!);
  const rates: { ours: number; plain: number; ratio: number }[] = [];
  let told = new ReportSum();
  for (let round = 0; round <= repetitions; round++) {
    told = new ReportSum();
    const toldPlain = new ReportSum();
    const plainRate = measure(plain, flow, ids, toldPlain);
    const oursRate = measure(ours, flow, ids, told);
    if (told.sum !== toldPlain.sum || told.shares !== toldPlain.shares || told.rejects !== toldPlain.rejects) {
      throw new Error(`${name}: the two books told different things`);
    }
    // The first round only warms up.
    if (round > 0) rates.push({ ours: oursRate, plain: plainRate, ratio: oursRate / plainRate });
  }
  return {
    messages: flow.messages,
    matches: told.matches,
    shares: told.shares,
    rejects: told.rejects,
    ours: spreadOf(rates.map((rate) => rate.ours)),
    plain: spreadOf(rates.map((rate) => rate.plain)),
    ratio: spreadOf(rates.map((rate) => rate.ratio)),
  };
}

const figures = Object.fromEntries(
  Object.keys(SCENARIOS)
    .filter((name) => values.only === undefined || values.only === name)
    .map((name) => [name, scenario(name)]),
);
const medians = Object.values(figures).map(({ ours }) => ours.median);
const worst = Math.min(...medians);
const best = Math.max(...medians);

const spread = ({ median, lowest, highest }: { median: number; lowest: number; highest: number }) =>
  `${median.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`;
console.log('million messages a second, median (lowest to highest)');
console.table(
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [
      name,
      {
        messages: figure.messages,
        matches: figure.matches,
        rejects: figure.rejects,
        openats: spread(figure.ours),
        plain: spread(figure.plain),
        ratio: spread(figure.ratio),
      },
    ]),
  ),
);
console.log(`worst ${worst.toFixed(2)}, best ${best.toFixed(2)}, best / worst ${(best / worst).toFixed(2)}`);
console.log(
  JSON.stringify({ arrival, ids: values.ids, orders, worst, best, bestToWorst: best / worst, scenarios: figures }),
);
