/**
 * Changes the program in small ways, one at a time, and runs the tests that concern the changed file:
 *
 *   npm run mutate -- ROOM [--count 50] [--seed 1] [--tests 12] [--seconds 120]
 *
 * ROOM is a file or a folder of src/, such as modules/payments, or of the FIX gateway, such as fix/src/session; --tests
 * is the most test files for a file, --seconds the time limit of a mutant. Prints the survivors, whose change no test
 * noticed, with file, line and change: some are equal to the program, for the others a test is missing. Each file is
 * put back; work in it meanwhile is lost. Exit code 0 with and without survivors.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
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

/** A workspace with its own tests. */
function isOfFix(path: string): boolean {
  return path.startsWith('fix/');
}

function filesOf(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts') && !name.endsWith('index.ts')).map((name) => join(path, name));
}

/** Of the time limit: what the tests may take without a change. */
const SHARE = 4;

type Outcome = 'killed' | 'survived' | 'out of time';

const tests = new Map<string, readonly string[]>();

/**
 * Runs the tests of these files once, without a change. Of those that pass each file gets the nearest ones that a
 * mutant has the time for several times over, the quickest first.
 */
async function prepare(files: readonly string[]): Promise<void> {
  const byFile = new Map(files.map((file) => [file, testsOf(file, Number(values.tests))]));
  const durations = new Map<string, number>();
  for (const test of new Set([...byFile.values()].flat())) {
    const begun = performance.now();
    const outcome = await run([test]);
    if (outcome === 'survived') durations.set(test, performance.now() - begun);
    const took = `${Math.round(performance.now() - begun)} ms`;
    console.log(`${test}: ${outcome === 'survived' ? took : 'does not pass in time, and is left out'}`);
  }
  const durationOf = (test: string) => durations.get(test) ?? Number.POSITIVE_INFINITY;
  for (const [file, nearestFirst] of byFile) {
    let left = (Number(values.seconds) * 1000) / SHARE;
    const own: string[] = [];
    for (const test of nearestFirst) {
      if (durationOf(test) > left) continue;
      left -= durationOf(test);
      own.push(test);
    }
    tests.set(
      file,
      own.sort((a, b) => durationOf(a) - durationOf(b)),
    );
  }
}

/** In a process group that is ended as a whole: a mutant may be in a loop that has no end. */
async function run(files: readonly string[]): Promise<Outcome> {
  const cwd = isOfFix(room as string) ? join(ROOT, 'fix') : ROOT;
  const paths = files.map((file) => relative(cwd, join(ROOT, file)));
  const args = ['run', '--bail=1', '--maxWorkers=1', '--reporter=dot', ...paths];
  const child = spawn(join(cwd, 'node_modules/.bin/vitest'), args, { cwd, stdio: 'ignore', detached: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    process.kill(-(child.pid as number), 'SIGKILL');
  }, Number(values.seconds) * 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  if (isLate) return 'out of time';
  return code === 0 ? 'survived' : 'killed';
}

async function main(): Promise<void> {
  const path = isOfFix(room as string) ? (room as string) : join('src', room as string);
  const candidates = chosen(filesOf(path), Number(values.count));
  await prepare([...new Set(candidates.map(({ file }) => file))]);
  const counts = { killed: 0, survived: 0, 'out of time': 0 };
  for (const { file, mutant } of candidates) {
    const { line, was, is } = shown(readFileSync(join(ROOT, file), 'utf8'), mutant);
    const outcome = await outcomeOf(file, mutant);
    counts[outcome]++;
    const change = outcome === 'killed' ? '' : `\n    was: ${was}\n    is:  ${is}`;
    console.log(`${outcome} ${file}:${line}${change}`);
  }
  console.log(`${counts.killed} killed, ${counts['out of time']} out of time, ${counts.survived} survived`);
}

async function outcomeOf(file: string, mutant: Mutant): Promise<Outcome> {
  const own = tests.get(file) ?? [];
  if (own.length === 0) return 'survived';
  const path = join(ROOT, file);
  const source = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, source);
  process.once('exit', restore);
  writeFileSync(path, changed(source, mutant));
  try {
    return await run(own);
  } finally {
    restore();
    process.off('exit', restore);
  }
}

// So that the file is put back.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
