import { SEARCH_LIMITS, type SearchLimits } from '../../src/matching/index.ts';

const SMALL: SearchLimits = { ...SEARCH_LIMITS, contras: 100, contingentContras: 100, fewIntervals: 1 };

/** Limits of M9 so small that random flow meets each of them often. */
export const CUT_OFFS: Readonly<Record<string, SearchLimits>> = {
  'few contras': { ...SEARCH_LIMITS, contras: 2 },
  'few contingent contras': { ...SMALL, contingentContras: 2 },
  'few groups for bits': { ...SMALL, fewIntervals: 4, bitWords: 0, bitGroups: 2 },
  'few words for bits': { ...SMALL, fewIntervals: 4, bitWords: 3, bitGroups: 1 },
  'few intervals': { ...SMALL, intervals: 6, bitQuantity: 0 },
  'bits for small initiators': { ...SMALL, intervals: 9, bitQuantity: 12 },
};

/** Not cut off, but with bits in place of intervals. */
export const BITS_ONLY: SearchLimits = { ...SEARCH_LIMITS, fewIntervals: 0 };

/** So little work for each command that retries and openings are often pending (M9). */
export const LITTLE_WORK: Readonly<Record<string, SearchLimits>> = {
  'one at a time': { ...SEARCH_LIMITS, commandSteps: 0, continueSteps: 0 },
  'some at a time': { ...SEARCH_LIMITS, commandSteps: 60, continueSteps: 2500 },
  'one at a time, and cut off': { ...SMALL, contingentContras: 2, commandSteps: 0, continueSteps: 0 },
};
