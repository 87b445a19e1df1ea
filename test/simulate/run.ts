/**
 * Histories of a cluster, and of a process alone, by seeds: the program's own state machines with a simulated clock,
 * disk, network and database (docs/operate/cluster.md).
 *
 *   npm run simulate -- --seeds=500 [--from=1] [--plant=NAME] [--streams]
 *   npm run simulate -- --seed=17 [--steps=200] [--plant=NAME] [--streams]
 *
 * Ends with 1 when something was wrong, or a planted fault was not found.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Plant } from './plant.ts';
import { PLANTS } from './plants.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    plant: { type: 'string' },
    /** With clients of the stream that ask for cancelOnDisconnect; a seed is another history with them. */
    streams: { type: 'boolean', default: false },
    /** How many of the last steps of a failure are shown. */
    steps: { type: 'string', default: '60' },
    /** One seed of this many is run twice, and both histories are compared. */
    twice: { type: 'string', default: '20' },
    threads: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});

function plantOf(): Plant {
  if (values.plant === undefined) return new Plant();
  const make = PLANTS[values.plant];
  if (make === undefined) throw new Error(`--plant=${values.plant}: known are ${Object.keys(PLANTS).join(', ')}`);
  return make();
}

/** A seed, and now and then the same again, which must make the same history. */
async function tried(seed: number): Promise<SeedResult> {
  const options = values.streams ? { hasStreams: true } : {};
  const result = await runSeed(seed, plantOf(), options);
  const twice = Number(values.twice);
  if (twice === 0 || seed % twice !== 0 || result.wrong.length > 0) return result;
  const { hash } = await runSeed(seed, plantOf(), options);
  return hash === result.hash ? result : { ...result, wrong: ['the same seed made two histories'] };
}

function printFailure({ seed, wrong, steps }: SeedResult): void {
  const planted = (values.plant === undefined ? '' : ` --plant=${values.plant}`) + (values.streams ? ' --streams' : '');
  console.log(`seed ${seed}: the last steps before its end`);
  for (const step of steps.slice(-Number(values.steps))) console.log(`  ${step}`);
  for (const fault of wrong.slice(0, 10)) console.log(`WRONG: ${fault}`);
  console.log(`again with: npm run simulate -- --seed=${seed}${planted}`);
}

class Sums {
  readonly #startedMs = performance.now();
  readonly #sums = new Map<string, number>();
  seeds = 0;

  add({ findings, epochs, starts, turns, seconds }: SeedResult): void {
    this.seeds++;
    const { commands = 0, acknowledged = 0, repeated = 0, reads = 0 } = findings ?? {};
    const figures = { commands, acknowledged, repeated, reads, epochs, starts, turns, seconds };
    for (const [name, figure] of Object.entries(figures)) this.#sums.set(name, (this.#sums.get(name) ?? 0) + figure);
  }

  print(): void {
    const of = (name: string) => Math.round(this.#sums.get(name) ?? 0).toLocaleString('en-US');
    const passed_s = (performance.now() - this.#startedMs) / 1000;
    console.log(
      `${this.seeds} seeds in ${passed_s.toFixed(1)} s (${Math.round((this.seeds / passed_s) * 60)} a minute): ` +
        `${of('seconds')} s of simulated time, ${of('turns')} things that happened, ${of('starts')} processes, ` +
        `${of('epochs')} epochs, ${of('commands')} commands, ${of('acknowledged')} changes acknowledged ` +
        `(${of('repeated')} at a repetition), ${of('reads')} reads`,
    );
  }
}

/** Hands the seeds out to threads, in order, until one fails; of several that fail, the first. */
async function search(first: number, end: number, sums: Sums): Promise<SeedResult | undefined> {
  let next = first;
  let failed: SeedResult | undefined;
  const drain = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      const hand = () => {
        if (next < end && failed === undefined) worker.postMessage(next++);
        else worker.postMessage(null);
      };
      worker.on('message', (result: SeedResult) => {
        sums.add(result);
        if (result.wrong.length > 0 && result.seed < (failed?.seed ?? end)) failed = result;
        hand();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      hand();
    });
  const count = Math.min(Number(values.threads), end - first);
  const workers = Array.from(
    { length: count },
    () => new Worker(import.meta.filename, { argv: process.argv.slice(2) }),
  );
  await Promise.all(workers.map(drain));
  return failed;
}

async function main(): Promise<boolean> {
  plantOf();
  const first = Number(values.seed ?? values.from);
  const count = values.seed === undefined ? Number(values.seeds) : 1;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count)) {
    throw new Error('--seeds, --from and --seed are whole numbers');
  }
  const sums = new Sums();
  const failed = await search(first, first + count, sums);
  if (failed !== undefined) printFailure(failed);
  sums.print();
  if (values.plant === undefined) return failed === undefined;
  const found = failed === undefined ? 'was not found' : `was found by seed ${failed.seed}`;
  console.log(`${values.plant} ${found}`);
  return failed !== undefined;
}

if (isMainThread) {
  main().then(
    (isWell) => process.exit(isWell ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
} else {
  parentPort?.on('message', (seed: number | null) => {
    if (seed === null) parentPort?.close();
    else void tried(seed).then((result) => parentPort?.postMessage(result));
  });
}
