/**
 * Compares the fast book with the model on random flow for a long time.
 *
 *   node test/soak.ts [--minutes=60] [--seed=1]
 *
 * Prints its seed and its progress. At the first difference it prints a short flow that shows it and exits with 1.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { SEARCH_LIMITS, type SearchLimits } from '../src/matching/index.ts';
import type { BookCommand } from './model/commands.ts';
import { Comparison } from './model/compare.ts';
import { BITS_ONLY, CUT_OFFS, LITTLE_WORK } from './model/cut-offs.ts';
import { commandOf, type FlowShape, MOSTLY_PLAIN, SHAPES } from './model/flow.ts';
import { checkFlows } from './support/flows.ts';

const FLOWS_PER_ROUND = 40;
const COMMANDS_PER_FLOW_MAX = 400;
const REPORT_INTERVAL_MS = 30_000;

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = wholeOr(values.minutes, 60);
const firstSeed = wholeOr(values.seed, Date.now() % 2_000_000_000);

function wholeOr(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`not a number: ${text}`);
  return value;
}

const total = { commands: 0, matches: 0, retries: 0, searched: 0, cutOff: 0 };

/** Compares the flows of a round; ends the process at the first difference. */
async function round(seed: number, shape: FlowShape, limits: SearchLimits): Promise<void> {
  const flow = fc.array(commandOf(shape), { maxLength: COMMANDS_PER_FLOW_MAX, size: 'max' });
  const run = (commands: readonly BookCommand[]) => {
    const comparison = new Comparison(limits);
    for (const command of commands) comparison.run(command);
    const kinds = Object.keys(total) as (keyof typeof total)[];
    for (const kind of kinds) total[kind] += comparison.seen[kind];
  };
  try {
    await checkFlows([flow], run, { numRuns: FLOWS_PER_ROUND, seed });
  } catch (error) {
    console.error(`difference with limits ${JSON.stringify(limits)}`, error);
    process.exit(1);
  }
}

const shapes = [...Object.values(SHAPES), ...Object.values(MOSTLY_PLAIN)];
const limits = [SEARCH_LIMITS, SEARCH_LIMITS, BITS_ONLY, ...Object.values(CUT_OFFS), ...Object.values(LITTLE_WORK)];
const start = performance.now();
let reported = start;
console.log(`soak: ${minutes} minutes, seed ${firstSeed}`);
for (let i = 0; performance.now() - start < minutes * 60_000; i++) {
  const shape = shapes[i % shapes.length] as FlowShape;
  const limit = limits[Math.floor(i / shapes.length) % limits.length] as SearchLimits;
  await round(firstSeed + i, shape, limit);
  if (performance.now() - reported < REPORT_INTERVAL_MS) continue;
  reported = performance.now();
  console.log(`${Math.round((reported - start) / 1000)} s`, JSON.stringify(total));
}
console.log('no difference', JSON.stringify(total));
