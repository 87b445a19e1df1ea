import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Files of a worker share what they import: reading the program anew for each took a fifth of the time.
    isolate: false,
    globalSetup: ['test/support/database-schemas.ts'],
    setupFiles: ['test/support/cleanup-hook.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that waits for an event that never comes must fail, not hang the run.
    teardownTimeout: 10_000,
    // What is polled for may take as long as any other event: the second that is usual fails on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});
