/**
 * Changes the program in small ways, one at a time, and runs the tests that concern the changed file:
 *
 *   npm run mutate -- ROOM [--count 50] [--seed 1] [--tests 12] [--seconds 120]
 *
 * ROOM is a file or a folder of src/, such as modules/payments. Prints the survivors, whose change no test noticed, with
 * file, line and change: some are equal to the program, for the others a test is missing. Each file is put back; work
 * in it meanwhile is lost. --tests is the most test files for a file, --seconds the time limit of a mutant. Exit code 0 with and without survivors.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { Dice } from '../e2e/support/dice.ts';
import { testsOf } from './concerned-tests.ts';
import { changed, type Mutant, mutantsOf, shown } from './mutants.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '120' },
  },
});
const [room] = positionals;
if (room === undefined) {
  console.error('usage: npm run mutate -- ROOM [--count 50] [--seed 1] [--tests 12] [--seconds 120]');
  process.exit(2);
}

interface Candidate {
  readonly file: string;
  readonly mutant: Mutant;
}

function chosen(files: readonly string[], count: number): Candidate[] {
  const dice = new Dice(Number(values.seed));
  const all = files.flatMap((file) =>
    mutantsOf(readFileSync(join(ROOT, file), 'utf8')).map((mutant) => ({ file, mutant })),
  );
  const picked: Candidate[] = [];
  while (picked.length < count && all.length > 0) {
    picked.push(...all.splice(dice.between(0, all.length - 1), 1));
  }
  // Those of one file in a row: its tests are known once.
  return picked.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.mutant.start - b.mutant.start));
}

function filesOf(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts') && !name.endsWith('index.ts')).map((name) => join(path, name));
}

/** Of the time limit: what the tests may take without a change. */
const SHARE = 4;

type Outcome = 'killed' | 'survived' | 'out of time';

/** One set-up for all runs: what a mutant does not change is read once. */
class Runner {
  readonly #vitest: Vitest;
  readonly #tests = new Map<string, readonly TestSpecification[]>();

  constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  /** Runs the tests of these files once, without a change: only those that pass are used. */
  async prepare(files: readonly string[]): Promise<void> {
    const testsByFile = new Map(files.map((file) => [file, testsOf(file, Number(values.tests))]));
    const all = [...new Set([...testsByFile.values()].flat())];
    const found = (await Promise.all(all.map((test) => this.#vitest.globTestSpecifications([test])))).flat();
    const { testModules } = await this.#vitest.runTestSpecifications(found, false);
    const durations = new Map(testModules.map((one) => [one.moduleId, one.ok() ? one.diagnostic().duration : -1]));
    const durationOf = ({ moduleId }: TestSpecification) => durations.get(moduleId) ?? -1;
    for (const one of found) {
      const text = durationOf(one) < 0 ? 'fails, and is left out' : `${Math.round(durationOf(one))} ms`;
      console.log(`${relative(ROOT, one.moduleId)}: ${text}`);
    }
    for (const [file, tests] of testsByFile) {
      const own = found.filter((one) => tests.includes(relative(ROOT, one.moduleId)) && durationOf(one) >= 0);
      const quickFirst = own.sort((a, b) => durationOf(a) - durationOf(b));
      // Each mutant has the time of all of them several times over.
      let [count, left] = [0, (Number(values.seconds) * 1000) / SHARE];
      for (const one of quickFirst) {
        left -= durationOf(one);
        if (left >= 0) count++;
      }
      this.#tests.set(file, quickFirst.slice(0, Math.max(1, count)));
    }
  }

  async run(file: string): Promise<Outcome> {
    this.#vitest.invalidateFile(join(ROOT, file));
    let isLate = false;
    const onLate = () => {
      isLate = true;
      endWorkers();
    };
    const timer = setTimeout(onLate, Number(values.seconds) * 1000);
    try {
      const tests = [...(this.#tests.get(file) ?? [])];
      if (tests.length === 0) return 'survived';
      const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(tests, false);
      const isWhole = testModules.every((one) => one.ok()) && unhandledErrors.length === 0;
      return isLate ? 'out of time' : isWhole ? 'survived' : 'killed';
    } catch {
      return isLate ? 'out of time' : 'killed';
    } finally {
      clearTimeout(timer);
    }
  }
}

/** One may be in a loop that has no end. */
function endWorkers(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const isWorker = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('vitest');
      if (Number(parent) === process.pid && isWorker) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

async function main(): Promise<void> {
  const candidates = chosen(filesOf(join('src', room as string)), Number(values.count));
  const quiet = { watch: false, bail: 1, maxWorkers: 1, reporters: [{}], silent: true };
  const vitest = await createVitest('test', { ...quiet, root: ROOT });
  await vitest.standalone();
  const runner = new Runner(vitest);
  await runner.prepare([...new Set(candidates.map(({ file }) => file))]);
  const counts = { killed: 0, survived: 0, 'out of time': 0 };
  for (const { file, mutant } of candidates) {
    const outcome = await outcomeOf(runner, file, mutant);
    counts[outcome]++;
    const { line, was, is } = shown(readFileSync(join(ROOT, file), 'utf8'), mutant);
    const change = outcome === 'killed' ? '' : `\n    was: ${was}\n    is:  ${is}`;
    console.log(`${outcome} ${file}:${line}${change}`);
  }
  console.log(`${counts.killed} killed, ${counts['out of time']} out of time, ${counts.survived} survived`);
  await vitest.close();
}

async function outcomeOf(runner: Runner, file: string, mutant: Mutant): Promise<Outcome> {
  const path = join(ROOT, file);
  const source = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, source);
  const stop = () => {
    restore();
    process.exit(1);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  writeFileSync(path, changed(source, mutant));
  try {
    return await runner.run(file);
  } finally {
    restore();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

await main();
process.exit(0);
