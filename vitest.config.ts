import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Threads of the product compile nothing that an earlier one compiled: a third of what a start of the service takes.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/openats');

/**
 * Files with a worker of their own: one replaces a module, which other files must not share; the others count the memory
 * that the runtime keeps, and that depends on what ran in the worker before.
 */
const ALONE = ['test/modules/adding-an-order-term.test.ts', 'test/**/kept-memory.test.ts'];

/**
 * Where tests make their files: in memory where there is room, because a tenth of the CPU time and half of the waiting
 * is the disk's. They hold less than 100 MB at once. No test cuts the power; the system tests, which fill and watch
 * disks, stay on one.
 */
const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 1024 ** 3;
const IN_MEMORY = process.env.TMPDIR === undefined && hasRoom(MEMORY) ? { TMPDIR: MEMORY } : {};

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= MEMORY_BYTES_MIN;
}

export default defineConfig({
  test: {
    reporters: ['default', './test/support/failed-names.ts'],
    // What a test or its libraries write is shown where it fails.
    silent: 'passed-only',
    pool: 'forks',
    // Node itself imports the code, as it does in production; a rewritten import is a call at each use of its names.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 3,
    // Tests allocate much that is soon garbage: few collections, with one helper thread of V8, take a tenth less CPU time.
    execArgv: [
      ...['--min-semi-space-size=32', '--max-semi-space-size=64', '--v8-pool-size=1'],
      '--disable-warning=ExperimentalWarning',
    ],
    projects: [
      // Files of a worker share what they import: reading the program again for each took a fifth of the time.
      {
        extends: true,
        test: { name: 'all', include: ['test/**/*.test.ts'], exclude: ALONE, isolate: false, env: IN_MEMORY },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          isolate: true,
          env: IN_MEMORY,
          experimental: { viteModuleRunner: true },
        },
      },
      // Whole products of triggers, races and walks, for which npm test has no time: npm run test:system.
      { extends: true, test: { name: 'long', include: ['test/**/*.long.ts'], isolate: false, env: IN_MEMORY } },
      // Kills, clusters, outages and full disks, with servers as processes: npm run test:system, once in .ci/run.
      { extends: true, test: { name: 'system', include: ['test/**/*.system.ts'], isolate: false } },
    ],
    globalSetup: ['test/support/generated-of-run.ts', 'test/support/postgres-of-run.ts'],
    setupFiles: ['test/support/cleanup-hook.ts'],
    // A test that waits for an event that never comes must fail, not hang the run. The longest, which calls every
    // method with foreign ids, takes 7 seconds, and took 47 on two cores with seven times the work that they can do.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    // What is polled for may take as long as any other event: the second that is usual fails on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});
