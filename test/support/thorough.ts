import { test } from 'vitest';

/** Longer forms of tests, for which neither npm test nor .ci/run has the time. */
export const THOROUGH = process.env.THOROUGH === 'true';

/** The usual form of tests with all of their generated runs, for which neither has the time. */
const FULL = process.env.FULL_RUNS === 'true';

/** Of the generated runs of the usual form, the part that they have the time for. */
const PART = 1 / 3;

/** A test of a thorough run only. */
export const thoroughTest = test.runIf(THOROUGH);

/** How many of something generated a test has: by the kind of the run. At least one. */
export function runs(usual: number, thorough: number): number {
  return Math.ceil(share(usual, thorough));
}

/** The same, not rounded. */
export function share(usual: number, thorough: number): number {
  if (THOROUGH) return thorough;
  return FULL ? usual : usual * PART;
}

/** All values in a thorough run; otherwise a few of them, the first and others at equal distances. */
export function allOrFew<T>(values: readonly T[], few: number): readonly T[] {
  if (THOROUGH) return values;
  const distance = Math.ceil(values.length / few);
  return values.filter((_, index) => index % distance === 0);
}
