import { defineConfig } from 'vitest/config';

/** Of a run that fails in every way (failed-names.test.ts). */
export default defineConfig({
  test: { include: ['*.failing.ts'], reporters: ['default', '../failed-names.ts'] },
});
