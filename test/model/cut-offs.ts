import { SEARCH_LIMITS, type SearchLimits } from '../../src/matching/index.ts';

const SMALL: SearchLimits = { ...SEARCH_LIMITS, counters: 100, contingentCounters: 100, fewIntervals: 1 };

/** Limits of M9 so small that random flow meets each of them often. */
export const CUT_OFFS: Readonly<Record<string, SearchLimits>> = {
  'few counters': { ...SEARCH_LIMITS, counters: 2 },
  'few contingent counters': { ...SMALL, contingentCounters: 2 },
  'few groups for bits': { ...SMALL, fewIntervals: 4, bitWords: 0, bitGroups: 2 },
  'few words for bits': { ...SMALL, fewIntervals: 4, bitWords: 3, bitGroups: 1 },
  'few intervals': { ...SMALL, intervals: 6, bitQuantity: 0 },
  'bits for small hubs': { ...SMALL, intervals: 9, bitQuantity: 12 },
};

/** Not cut off, but with bits in place of intervals. */
export const BITS_ONLY: SearchLimits = { ...SEARCH_LIMITS, fewIntervals: 0 };

/** So little work for each command that retries and openings are often due (M9). */
export const LITTLE_WORK: Readonly<Record<string, SearchLimits>> = {
  'one at a time': { ...SEARCH_LIMITS, commandSteps: 0, continueSteps: 0 },
  'some at a time': { ...SEARCH_LIMITS, commandSteps: 60, continueSteps: 2500 },
  'one at a time, and cut off': { ...SMALL, contingentCounters: 2, commandSteps: 0, continueSteps: 0 },
};
