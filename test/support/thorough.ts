import { test } from 'vitest';

/** Longer forms of tests, for which neither npm test nor .ci/run has the time. */
export const THOROUGH = process.env.THOROUGH === 'true';

/** A test of a thorough run only. */
export const thoroughTest = test.runIf(THOROUGH);

/** All values in a thorough run; otherwise a few of them, the first and others at equal distances. */
export function allOrFew<T>(values: readonly T[], few: number): readonly T[] {
  if (THOROUGH) return values;
  const distance = Math.ceil(values.length / few);
  return values.filter((_, index) => index % distance === 0);
}
