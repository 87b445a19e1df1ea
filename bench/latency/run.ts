/**
 * Latency of single messages to the book at fixed rates, open loop, next to the book that one writes first and to a
 * driver that does nothing, which shows what the machine itself gives. The same messages come in every repetition, so
 * what a book itself causes hits the same message each time, and what the machine does hits another: the least latency
 * of each message over all repetitions is what the book causes.
 *
 *   node bench/latency/run.ts [--scenario=normal] [--arrivals=fixed|poisson] [--rates=200000,500000,1000000]
 *     [--messages=500000] [--repetitions=9] [--json FILE]
 */
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { build, type Histogram } from 'hdr-histogram-js';
import { type Apply, BOOKS } from '../support/books-of-flow.ts';
import { measureClock } from '../support/latency-clock.ts';
import { markdownTable } from '../support/markdown.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { SCENARIOS, type ScenarioFlow, ScenarioGenerator } from '../support/scenario-flow.ts';
import { type Spread, spreadOf } from '../support/statistics.ts';
import { drive } from './driver.ts';
import { PauseRecorder, type Pauses } from './pauses.ts';
import { type Arrivals, schedule } from './schedule.ts';

const ORDERS = 1_000_000;
const SEED = 1;
const PERCENTILES = [50, 99, 99.9, 99.99] as const;
const AIM_RATE = 500_000;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'normal' },
    arrivals: { type: 'string', default: 'fixed' },
    rates: { type: 'string', default: '200000,500000,1000000' },
    messages: { type: 'string', default: '500000' },
    repetitions: { type: 'string', default: '9' },
    json: { type: 'string' },
  },
});
const arrivals: Arrivals = values.arrivals === 'poisson' ? 'poisson' : 'fixed';
const messages = Number(values.messages);
const repetitions = Number(values.repetitions);

/** What is driven: made again for each block, warm, with its orders resting. */
type Side = (flow: ScenarioFlow, warmUp: number) => Apply;

const SIDES: Readonly<Record<string, Side>> = {
  'no book': () => () => {},
  openats: (flow, warmUp) => warmed(BOOKS.openats(flow), warmUp),
  plain: (flow, warmUp) => warmed(BOOKS.plain(flow), warmUp),
};

/** The book after the first messages of the flow, which were sent as fast as it took them. */
function warmed(apply: Apply, warmUp: number): Apply {
  for (let i = 0; i < warmUp; i++) apply(i);
  return (message) => apply(warmUp + message);
}

interface Block {
  /** Microseconds, in the order of PERCENTILES, then the worst. */
  readonly latencies_us: readonly number[];
  readonly pauses: Pauses;
  /** How often the system gave the core to somebody else. */
  readonly preempted: number;
}

/** What the repetitions of one side at one rate gave. */
interface Measured {
  readonly blocks: Block[];
  /** Nanoseconds. */
  readonly leastOfEach: Float64Array;
}

async function block(apply: Apply, dueNs: Float64Array, latenciesNs: Float64Array, recorder: PauseRecorder) {
  globalThis.gc?.();
  const before = process.resourceUsage().involuntaryContextSwitches;
  const from = performance.now();
  drive(apply, dueNs, latenciesNs);
  const preempted = process.resourceUsage().involuntaryContextSwitches - before;
  const pauses = await recorder.between(from, performance.now());
  return { latencies_us: percentiles(latenciesNs), pauses, preempted };
}

/** Recorded after the run, so that the histogram costs the messages nothing. */
function percentiles(latenciesNs: Float64Array): number[] {
  const histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 6e10,
    numberOfSignificantValueDigits: 3,
  });
  for (const latency of latenciesNs) histogram.recordValue(Math.max(1, Math.round(latency)));
  return [...PERCENTILES.map((share) => histogram.getValueAtPercentile(share)), histogram.maxValue].map(
    (ns) => ns / 1000,
  );
}

async function measure(flow: ScenarioFlow, rate: number, recorder: PauseRecorder): Promise<Map<string, Measured>> {
  const warmUp = flow.messages - messages;
  const dueNs = schedule(arrivals, messages, rate, SEED);
  const latenciesNs = new Float64Array(messages);
  const measured = new Map<string, Measured>();
  for (const name of Object.keys(SIDES)) {
    measured.set(name, { blocks: [], leastOfEach: new Float64Array(messages).fill(Infinity) });
  }
  for (let round = 0; round <= repetitions; round++) {
    for (const [name, side] of Object.entries(SIDES)) {
      const one = await block(side(flow, warmUp), dueNs, latenciesNs, recorder);
      // The first round only warms up.
      if (round === 0) continue;
      const { blocks, leastOfEach } = measured.get(name)!;
      blocks.push(one);
      for (let i = 0; i < messages; i++) leastOfEach[i] = Math.min(leastOfEach[i]!, latenciesNs[i]!);
    }
  }
  return measured;
}

/** How much longer the p99.99 of the book is than that of the driver alone, which was driven just before it. */
function timesNoBook(measured: ReadonlyMap<string, Measured>): Spread {
  const tail = HEADS.indexOf('p99.99');
  const of = (name: string) => measured.get(name)!.blocks.map(({ latencies_us }) => latencies_us[tail] ?? Number.NaN);
  const alone = of('no book');
  return spreadOf(of('openats').map((p9999, run) => p9999 - alone[run]!));
}

const HEADS = [...PERCENTILES.map((share) => `p${share}`), 'worst'];
const LEAST_HEADS = ['least of each message: p99.99', 'least of each message: worst'];

function report(rate: number, measured: ReadonlyMap<string, Measured>): Figure[] {
  console.log(`\n${rate.toLocaleString('en-US')} messages a second, microseconds, median (lowest to highest)\n`);
  const figures: Figure[] = [];
  const rows = [...measured].map(([name, { blocks: of, leastOfEach }]) => {
    const spreads = HEADS.map((_, index) => spreadOf(of.map(({ latencies_us }) => latencies_us[index] ?? Number.NaN)));
    HEADS.forEach((head, index) => {
      const aim = name === 'openats' && rate === AIM_RATE && head === 'p99.99' ? { aim: 'below 100' } : {};
      figures.push({ name: `${name}, ${rate} a second, ${head}`, unit: 'us', ...spreads[index]!, ...aim });
    });
    const least = percentiles(leastOfEach).slice(-2);
    LEAST_HEADS.forEach((head, index) => {
      const value = least[index]!;
      figures.push({
        name: `${name}, ${rate} a second, ${head}`,
        unit: 'us',
        median: value,
        lowest: value,
        highest: value,
      });
    });
    return [
      name,
      ...spreads.map(({ median, lowest, highest }) => `${us(median)} (${us(lowest)} to ${us(highest)})`),
      ...least.map(us),
      pausesText(of),
      String(spreadOf(of.map(({ preempted }) => preempted)).median),
    ];
  });
  console.log(markdownTable(['', ...HEADS, ...LEAST_HEADS, 'collections of garbage in a run', 'preempted'], rows));
  const compared = timesNoBook(measured);
  const { median, lowest, highest } = compared;
  console.log(`\np99.99 of openats minus that of no book, run by run: ${us(median)} (${us(lowest)} to ${us(highest)})`);
  const aim = rate === AIM_RATE ? { aim: 'at most 5' } : {};
  figures.push({ name: `openats - no book, ${rate} a second, p99.99`, unit: 'us', ...compared, ...aim });
  return figures;
}

function us(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
}

/** For example `1 to 2 (young objects), 4.70 ms in all, longest 2.72 ms`. */
function pausesText(blocks: readonly Block[]): string {
  const counts = spreadOf(blocks.map(({ pauses }) => pauses.count));
  if (counts.highest === 0) return 'none';
  const kinds = [...new Set(blocks.flatMap(({ pauses }) => Object.keys(pauses.byKind)))];
  const total = spreadOf(blocks.map(({ pauses }) => pauses.totalMs)).median;
  const longest = Math.max(...blocks.map(({ pauses }) => pauses.longestMs));
  const ms = `${total.toFixed(2)} ms in all, longest ${longest.toFixed(2)} ms`;
  return `${counts.lowest} to ${counts.highest} (${kinds.join(', ')}), ${ms}`;
}

async function main(): Promise<void> {
  const scenario = SCENARIOS[values.scenario];
  if (scenario === undefined) throw new Error(`--scenario takes one of ${Object.keys(SCENARIOS).join(', ')}`);
  const file = resultsFile(process.argv.slice(2));
  const { costNs, stepNs } = measureClock();
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  console.log(`the clock costs ${costNs.toFixed(0)} ns a reading and steps by ${stepNs.toFixed(0)} ns`);
  const flow = new ScenarioGenerator(scenario, 'drawn', ORDERS, SEED).generate();
  if (flow.messages <= messages) throw new Error(`--messages must be below the ${flow.messages} of the flow`);
  const recorder = new PauseRecorder();
  const figures: Figure[] = [];
  for (const rate of values.rates.split(',').map(Number))
    figures.push(...report(rate, await measure(flow, rate, recorder)));
  recorder.stop();
  writeResults(file, 'latency', figures);
}

await main();
