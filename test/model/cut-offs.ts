import type { SearchLimits } from '../../src/matching/index.ts';

/** Limits of M9 so small that random flow meets each of them often. */
export const CUT_OFFS: Readonly<Record<string, SearchLimits>> = {
  'few counters': { counters: 2, contingentCounters: 128, intervals: 262_144, bitQuantity: 1_000_000 },
  'few contingent counters': { counters: 100, contingentCounters: 2, intervals: 262_144, bitQuantity: 1_000_000 },
  'few intervals': { counters: 100, contingentCounters: 100, intervals: 6, bitQuantity: 0 },
  'bits for small hubs': { counters: 100, contingentCounters: 100, intervals: 9, bitQuantity: 12 },
};

/** Not cut off, but with bits in place of intervals. */
export const BITS_ONLY: SearchLimits = {
  counters: 4096,
  contingentCounters: 128,
  intervals: 1,
  bitQuantity: 1_000_000,
};
