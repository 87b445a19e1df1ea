/**
 * The matching engine on five shapes of flow, next to the order book that one writes first (plain-book.ts).
 *
 *   node bench/scenarios/run.ts [--orders=1000000] [--repetitions=5] [--seed=1] [--only=normal]
 *     [--arrival=drawn|sequence] [--ids=permuted|count|venue|scattered] [--prices=ticks|millionths|high] [--json FILE]
 *   node bench/scenarios/run.ts --facts
 *   node bench/scenarios/run.ts --conditions=0.05
 *
 * Prints a table, or with --facts what the flows do to a book. Fails when the two books reported different things. With
 * --conditions the share of orders that gets one: what that costs, against the same flow without them.
 */
import { parseArgs } from 'node:util';
import { BOOKS } from '../support/books-of-flow.ts';
import { elapsedMs } from '../support/measure.ts';
import { ReportSum } from '../support/report-sum.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import {
  type Arrival,
  inMillionths,
  SCENARIOS,
  type ScenarioFlow,
  ScenarioGenerator,
} from '../support/scenario-flow.ts';
import { type Spread, spreadOf } from '../support/statistics.ts';
import { factsOf } from './facts.ts';
import { measureConditions } from './with-conditions.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    repetitions: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    ids: { type: 'string', default: 'permuted' },
    prices: { type: 'string', default: 'ticks' },
    arrival: { type: 'string', default: 'drawn' },
    only: { type: 'string' },
    json: { type: 'string' },
    facts: { type: 'boolean', default: false },
    conditions: { type: 'string' },
  },
});
const orders = Number(values.orders);
const repetitions = Number(values.repetitions);
const seed = Number(values.seed);
const arrival: Arrival = values.arrival === 'sequence' ? 'sequence' : 'drawn';

/** A multiplier that makes a permutation of any 2^20 numbers that follow each other. */
const PERMUTING = 0x9e3775;

/**
 * The ids that callers choose: 1 to 2^20 without any order, counted, as the venue makes them (with a number of its
 * shard), or without any order above 32 bits.
 */
const ID_OF: Readonly<Record<string, (n: number) => number>> = {
  permuted: (n) => (Math.imul(n, PERMUTING) & 0xfffff) + 1,
  count: (n) => n,
  venue: (n) => (n + 1000) * 100 + 7,
  // One to one, as the multiplier is odd; above 32 bits.
  scattered: (n) => (Math.imul(n, 0x9e3779b1) >>> 0) + 2 ** 40,
};

/** A book that takes a flow and reports what it does. */
type Book = (typeof BOOKS)[keyof typeof BOOKS];

/** In ticks, in millionths of a dollar, or in millionths above 31 bits. */
function pricedFlow(flow: ScenarioFlow): ScenarioFlow {
  if (values.prices === 'ticks') return flow;
  return inMillionths(flow, values.prices === 'high' ? 500_000 : 5000);
}

/** Million messages a second. */
function measure(book: Book, flow: ScenarioFlow, ids: Float64Array, sum: ReportSum): number {
  const elapsed = elapsedMs(() => {
    const apply = book(flow, sum, ids);
    for (let i = 0; i < flow.messages; i++) apply(i);
  });
  return flow.messages / elapsed / 1000;
}

const names = Object.keys(SCENARIOS).filter((name) => values.only === undefined || values.only === name);

function flowOf(name: string) {
  const flow = pricedFlow(new ScenarioGenerator(SCENARIOS[name]!, arrival, orders, seed).generate());
  return { flow, ids: Float64Array.from(flow.orderNumber.subarray(0, flow.messages), ID_OF[values.ids]!) };
}

function scenario(name: string) {
  const { flow, ids } = flowOf(name);
  const rates: { ours: number; plain: number; ratio: number }[] = [];
  let sum = new ReportSum();
  for (let round = 0; round <= repetitions; round++) {
    sum = new ReportSum();
    const sumPlain = new ReportSum();
    const plainRate = measure(BOOKS.plain, flow, ids, sumPlain);
    const oursRate = measure(BOOKS.openats, flow, ids, sum);
    if (sum.sum !== sumPlain.sum || sum.shares !== sumPlain.shares || sum.rejects !== sumPlain.rejects) {
      throw new Error(`${name}: the two books reported different things`);
    }
    // The first round only warms up.
    if (round > 0) rates.push({ ours: oursRate, plain: plainRate, ratio: oursRate / plainRate });
  }
  return {
    messages: flow.messages,
    matches: sum.matches,
    shares: sum.shares,
    rejects: sum.rejects,
    ours: spreadOf(rates.map((rate) => rate.ours)),
    plain: spreadOf(rates.map((rate) => rate.plain)),
    ratio: spreadOf(rates.map((rate) => rate.ratio)),
  };
}

if (values.facts) {
  const flows = Object.entries(SCENARIOS).map(
    ([name, one]) => [name, new ScenarioGenerator(one, arrival, orders, seed).generate()] as const,
  );
  console.table(Object.fromEntries(flows.map(([name, flow]) => [name, factsOf(flow)])));
  process.exit();
}

const spread = ({ median, lowest, highest }: Spread) =>
  `${median.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`;
const UNIT = 'million messages a second';

if (values.conditions !== undefined) {
  const share = Number(values.conditions);
  const found = names.map((name) => {
    const { flow, ids } = flowOf(name);
    return [name, measureConditions(flow, ids, share, repetitions)] as const;
  });
  console.log(`${share} of the orders have a condition; million messages a second, median (lowest to highest)`);
  const rows = found.map(([name, figure]) => [
    name,
    { ...figure, without: spread(figure.without), with: spread(figure.with), cost: spread(figure.cost) },
  ]);
  console.table(Object.fromEntries(rows));
  const results = found.flatMap(([name, figure]): Figure[] => [
    { name: `${name}, without conditions`, unit: UNIT, ...figure.without },
    { name: `${name}, ${share} with conditions`, unit: UNIT, ...figure.with },
    { name: `${name}, cost of conditions`, unit: 'times', ...figure.cost, aim: 'at most 2' },
  ]);
  writeResults(resultsFile(process.argv.slice(2)), 'conditions', results);
  process.exit();
}

const figures = Object.fromEntries(names.map((name) => [name, scenario(name)]));
const medians = Object.values(figures).map(({ ours }) => ours.median);
const worst = Math.min(...medians);
const best = Math.max(...medians);

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

const worstOf = Object.values(figures).find(({ ours }) => ours.median === worst)?.ours ?? spreadOf([]);
const bestToWorst = spreadOf([best / worst]);
const results: Figure[] = [
  ...Object.entries(figures).flatMap(([name, figure]) => [
    { name: `${name}, openats`, unit: UNIT, ...figure.ours },
    { name: `${name}, plain`, unit: UNIT, ...figure.plain },
    { name: `${name}, openats / plain`, unit: 'times', ...figure.ratio },
  ]),
  { name: 'worst scenario', unit: UNIT, ...worstOf, aim: 'at least 12' },
  { name: 'best to worst', unit: 'times', ...bestToWorst, aim: 'at most 1.4' },
];
writeResults(resultsFile(process.argv.slice(2)), 'scenarios', results);
