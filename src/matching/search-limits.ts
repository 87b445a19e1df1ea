/**
 * M9: how far the search for a lawful allocation goes. The limits are counts, never times, so the same commands give
 * the same matches on every machine. README.md defines what they mean for the rules.
 */
export interface SearchLimits {
  /** Eligible counters looked at, contingent or not, best-ranked first. */
  readonly counters: number;
  /** Contingent ones among them. */
  readonly contingentCounters: number;
  /** Intervals that all suffixes together may need for the quickest way; no more than `intervals`. */
  readonly fewIntervals: number;
  /**
   * The largest remaining quantity of a hub whose reachable sums are kept as one bit a share when intervals are too
   * many.
   */
  readonly bitQuantity: number;
  /** Words of 32 bits that the rows of all groups of counters may then have together, one row a group. */
  readonly bitWords: number;
  /** Groups of counters that are looked at then in any case. */
  readonly bitGroups: number;
  /** Intervals that all suffixes together may need for a larger hub before fewer counters are tried. */
  readonly intervals: number;
  /** Steps of search work (Work) that the retries of one command may take; what does not fit is due. */
  readonly commandSteps: number;
  /** The same for a command that only carries on with what is due. */
  readonly continueSteps: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  counters: 4096,
  contingentCounters: 128,
  fewIntervals: 4096,
  bitQuantity: 1_048_576,
  bitWords: 2_097_152,
  bitGroups: 64,
  intervals: 65_536,
  commandSteps: 131_072,
  continueSteps: 4_194_304,
};
