/**
 * Whether createOrder has become dearer than bench/results/cost.json says: the CPU of an order, of all threads of the
 * server with its history, as a multiple of the CPU of a request of the bare route, in turn; and what the main thread
 * allocates for an order. Rounds are short, so that both sides meet the same machine, and the ratio is their lower
 * quartile: other work on the machine makes an order dearer than it is, and hardly ever cheaper. Both in a closed loop,
 * where many orders share a group, and at 2,000 orders a second.
 *
 *   node bench/cost/run.ts [--json bench/results/cost.json]    (with a file: records)
 *
 * Ends with 1 when one of them is too dear in each of some passes.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Block, Compared } from '../orders/block.ts';
import { HEADLINE_CONNECTIONS, type Load, withRig } from '../orders/rig.ts';
import { diskFolder } from '../support/disk.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { figure } from '../support/section.ts';
import { quantile, spreadOf } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import { type Costs, dearer } from './limit.ts';

const CPU = 'CPU of createOrder / bare route';
const CPU_AT_RATE = 'CPU of createOrder / bare route, 2000 a second due';
const ALLOCATED = 'allocated by createOrder';
const RECORDED = new URL('../results/cost.json', import.meta.url);
const ROUNDS = 16;
const ROUNDS_AT_RATE = 6;
const PASSES_MAX = 6;
/** A number of requests and not a time, so that each round is the same work on any machine. */
const LOAD = { connections: HEADLINE_CONNECTIONS, count: 3000 };
const LOAD_AT_RATE = { connections: HEADLINE_CONNECTIONS, rate: 2000, duration_ms: 1500 };
/** Until V8 has compiled what it will. */
const WARM_UP = { connections: HEADLINE_CONNECTIONS, count: 60_000 };
const WARM_UP_MS = 500;

const file = resultsFile(process.argv.slice(2));
const folder = diskFolder();
try {
  const costs = await measure();
  if (file !== undefined) writeResults(file, 'cost', figuresOf(costs));
  else fail(complaintsOf(costs));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function fail(complaints: readonly string[]): void {
  for (const complaint of complaints) console.error(`createOrder has become dearer: ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
}

/**
 * The lowest of each cost over the passes, which end once both are low enough: other work on the machine seldom makes
 * an order cheaper than it is, also in bytes, as V8 compiles later where it has no core.
 */
async function measure(): Promise<Costs> {
  return withRig({ folder: join(folder, 'cost'), warmUp_ms: WARM_UP_MS }, async (rig) => {
    await rig.bare(WARM_UP);
    await rig.venue(WARM_UP);
    const blocks = async (load: Load, rounds: number) => {
      const bare = new Series(() => rig.bare(load));
      const venue = new Series(() => rig.venue(load));
      await inTurn(rounds, [bare, venue]);
      return { bare: bare.results, venue: venue.results };
    };
    let lowest: Costs = { cpu: Infinity, cpuAtRate: Infinity, allocated: Infinity };
    for (let pass = 1; pass <= PASSES_MAX; pass++) {
      const closed = await blocks(LOAD, ROUNDS);
      const costs: Costs = {
        cpu: cpuRatio(closed),
        cpuAtRate: cpuRatio(await blocks(LOAD_AT_RATE, ROUNDS_AT_RATE)),
        allocated: spreadOf(closed.venue.map(({ allocatedPerOrder }) => allocatedPerOrder)).median,
      };
      console.log(
        `CPU of createOrder / bare route ${costs.cpu.toFixed(2)}, at 2,000 a second ${costs.cpuAtRate.toFixed(2)}, ` +
          `allocated ${Math.round(costs.allocated)} bytes an order`,
      );
      lowest = {
        cpu: Math.min(lowest.cpu, costs.cpu),
        cpuAtRate: Math.min(lowest.cpuAtRate, costs.cpuAtRate),
        allocated: Math.min(lowest.allocated, costs.allocated),
      };
      if (file === undefined && complaintsOf(lowest).length === 0) break;
    }
    return lowest;
  });
}

function cpuRatio({ bare, venue }: Compared): number {
  const ratios = venue.map(({ server_us }, round) => server_us / (bare[round] as Block).server_us);
  return quantile(
    ratios.toSorted((a, b) => a - b),
    0.25,
  );
}

function complaintsOf(costs: Costs): string[] {
  const { figures } = JSON.parse(readFileSync(RECORDED, 'utf8')) as { figures: readonly Figure[] };
  const recorded = (name: string) => figures.find((one) => one.name === name)?.median ?? 0;
  return dearer(costs, { cpu: recorded(CPU), cpuAtRate: recorded(CPU_AT_RATE), allocated: recorded(ALLOCATED) });
}

function figuresOf({ cpu, cpuAtRate, allocated }: Costs): Figure[] {
  return [
    figure(CPU, 'times', [cpu], (times) => times),
    figure(CPU_AT_RATE, 'times', [cpuAtRate], (times) => times),
    figure(ALLOCATED, 'bytes an order', [allocated], (bytes) => bytes),
  ];
}
