import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Threads of the product compile nothing that an earlier one compiled: a third of what a start of the service takes.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/openats');

/** The console and hosted pages in Chromium: `npm run test:console`. Apart from `npm test`: each takes seconds. */
export default defineConfig({
  test: {
    include: ['test/**/*.browser.ts'],
    reporters: ['default', './test/support/failed-names.ts'],
    // What a test or its libraries write is shown where it fails.
    silent: 'passed-only',
    pool: 'forks',
    // As those of vitest.config.ts, which see.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      ...['--min-semi-space-size=32', '--max-semi-space-size=64', '--v8-pool-size=1'],
      '--disable-warning=ExperimentalWarning',
    ],
    maxWorkers: 1,
    isolate: false,
    // A browser that shares two cores with kills and clusters may drop a key; the report names each second try.
    retry: process.env.CI === 'true' ? 1 : 0,
    globalSetup: ['test/support/built-console.ts'],
    setupFiles: ['test/support/cleanup-hook.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    // What is polled for may take as long as any other event: the second that is usual fails on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});
