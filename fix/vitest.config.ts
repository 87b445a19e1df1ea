import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', '../test/support/failed-names.ts'],
    // What a test or its libraries write is shown where it fails.
    silent: 'passed-only',
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/**/*.test.ts'],
    // A test that waits for an event that never comes must fail, not hang the run.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
