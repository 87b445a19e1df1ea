/** That `npm start` runs the server with flags of V8 that suit the machine, in the very process that was started. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledServer } from '../../scripts/server-bundle.cjs';
import { v8Flags } from '../../scripts/v8-flags.mjs';
import { ServerProcess } from '../e2e/support/server-process.ts';

test.each([
  [1, 1],
  [2, 1],
  [4, 1],
  [5, 2],
  [7, 4],
  [64, 4],
])('with %d cores V8 has %d helper threads', (cores, helpers) => {
  expect(v8Flags(cores)).toEqual(expect.arrayContaining([`--v8-pool-size=${helpers}`, '--expose-gc']));
});

test('the server takes the place of the script, and collects its garbage once, before it is ready', async () => {
  const watched = "--import=data:text/javascript,globalThis.gc=()=>console.log('collected')";
  const server = await ServerProcess.start({ settings: { NODE_OPTIONS: watched } });
  const [before, ...others] = server.stdout.split('collected\n');
  expect(others).toHaveLength(1);
  expect(before).not.toContain('"msg":"ready"');
  if (existsSync('/proc/self/cmdline')) {
    const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0');
    expect(command).toEqual(expect.arrayContaining(v8Flags(availableParallelism())));
    const program = bundledServer() ?? join(import.meta.dirname, '../../src/main.ts');
    expect(command.at(-2)).toBe(program);
  }
  server.signal('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('a start that fails ends with its exit code and says why', async () => {
  const server = ServerProcess.launch({ settings: { PORT: 'none' } });
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.stdout).toContain('PORT');
});

test('a fault of the program at the start is printed with its lines of src', async () => {
  const planted = '--import=data:text/javascript,Object.hasOwn=null';
  const server = ServerProcess.launch({ settings: { NODE_OPTIONS: planted } });
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.stdout).toMatch(/"stack":"TypeError: Object\.hasOwn [^"]*\/src\/[\w/-]+\.ts:\d+/);
});
