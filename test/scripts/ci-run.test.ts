/** What `.ci/run` says of stages that pass, fail, or fail in a few test files, with commands that a test made. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = new URL('../../.ci/run', import.meta.url);

/** @param commands by name, as Bash: all others pass */
function run(commands: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const called = join(folder, 'called');
  for (const name of ['.ci', 'bin', 'tmp']) mkdirSync(join(folder, name));
  copyFileSync(SCRIPT, join(folder, '.ci/run'));
  writeFileSync(join(folder, '.ci/smoke'), '');
  for (const name of ['node', 'npm', 'npx', 'promtool', 'pg_isready']) {
    const text = `#!/bin/bash\necho "${name} $*" >>${called}\n${commands[name] ?? ''}\n`;
    writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 });
  }
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, TMPDIR: join(folder, 'tmp') };
  const { status, stdout } = spawnSync('bash', [join(folder, '.ci/run')], { env });
  const said = String(stdout).trimEnd().split('\n');
  return { status, last: said.at(-1), before: said.at(-2), called: readFileSync(called, 'utf8').split('\n') };
}

/** Of a stage: these files fail in it. */
const failing = (stage: string, ...files: readonly string[]) =>
  `if [[ "$*" = *"${stage}"* ]]; then printf '${files.join('\\n')}' >"$FAILED_FILES"; exit 1; fi`;

test('all stages pass', () => {
  const { status, last, called } = run({});
  expect([status, last]).toEqual([0, expect.stringMatching(/^CI passed, all stages, \d+ s$/)]);
  expect(called).toContain('npm run -s bench:cost');
});

test.each([
  ['the set-up', { node: 'exit 1' }, 'node scripts/setup.cjs'],
  ['types', { npm: '[[ "$*" != *types* ]]' }, 'npm run -s types'],
  ['what belongs to no file', { npm: failing('-s test:console') }, 'npm run -s test:console'],
  ['more files than four', { npm: failing('-s test:system', 'a', 'b', 'c', 'd', 'e') }, 'npm run -s test:system'],
  ['the last stage', { npm: '[[ "$*" != *bench:cost* ]]' }, 'npm run -s bench:cost'],
])('%s fails', (_what, commands, stage) => {
  const { status, last } = run(commands);
  expect([status, last]).toEqual([1, expect.stringMatching(`^CI failed after \\d+ s: ${stage}`)]);
});

test('a few files that failed run again, alone, where they are, and are named', () => {
  const files = ['test/a.test.ts', 'test/b.browser.ts', 'fix/test/c.test.ts'];
  const { status, before, called } = run({ npm: failing('test -s --prefix fix', ...files) });
  expect([status, before]).toEqual([0, `Passed only when they ran alone: ${files.toSorted().join(' ')} `]);
  expect(called.filter((line) => line.startsWith('npx'))).toEqual([
    'npx vitest run --root fix --maxWorkers=1 test/c.test.ts',
    'npx vitest run --config vitest.config.ts --maxWorkers=1 test/a.test.ts',
    'npx vitest run --config vitest.console.config.ts --maxWorkers=1 test/b.browser.ts',
  ]);
});

test('a file that fails again fails the run', () => {
  const again = failing('run', 'test/a.test.ts');
  const { status, last } = run({ npm: failing('-s test:console', 'test/a.test.ts'), npx: again });
  expect([status, last]).toEqual([1, expect.stringContaining('npx vitest run --config vitest.config.ts')]);
});

test('a failure that cannot be written down is one', () => {
  const npm = 'cd "$(dirname "$FAILED_FILES")"; rm -f failures; mkdir -p failures; exit 1';
  expect(run({ npm })).toMatchObject({ status: 1, last: expect.stringMatching('a stage did not end$') });
});
