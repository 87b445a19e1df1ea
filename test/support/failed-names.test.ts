import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const FOLDER = fileURLToPath(new URL('./failing-run', import.meta.url));
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

let list: string;

beforeEach(() => {
  list = join(temporaryFolder(), 'failed-files');
});

function run(...args: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1', FAILED_FILES: list };
  const { status, stdout } = spawnSync(process.execPath, [VITEST, 'run', ...args], { cwd: FOLDER, env });
  return { status, lines: String(stdout).trimEnd().split('\n') };
}

test('a failed run ends with the names of what failed', () => {
  const { status, lines } = run();
  expect(status).toBe(1);
  expect(lines.slice(-5)).toEqual([
    'Failed (4):',
    '  import.failing.ts: cannot be imported',
    '  tests.failing.ts > a suite whose beginning fails: no beginning',
    '  tests.failing.ts > a suite > fails',
    expect.stringMatching(/^ {2}unhandled error during tests\.failing\.ts.*: nobody waits for this$/),
  ]);
  expect(existsSync(list)).toBe(false);
});

test('of a run whose failures each belong to a file, .ci/run gets the files', () => {
  expect(run('-t', 'fails').status).toBe(1);
  expect(readFileSync(list, 'utf8')).toBe(
    'test/support/failing-run/import.failing.ts\ntest/support/failing-run/tests.failing.ts',
  );
});

test('a run without a failure ends with its counts and seconds', () => {
  const { status, lines } = run('tests.failing.ts', '-t', 'passes');
  expect([status, lines.at(-1)]).toEqual([
    0,
    expect.stringMatching(/^All passed: 1 test in 1 file, 3 skipped, \d+ s\.$/),
  ]);
});
