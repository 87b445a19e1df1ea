/**
 * M9: how far the search for a lawful allocation goes. The limits are counts, never times, so the same commands give
 * the same matches on every machine. README.md defines what they mean for the rules.
 */
export interface SearchLimits {
  /** Eligible contras taken into a search, contingent or not, best-ranked first. */
  readonly contras: number;
  /** Contingent ones among them. */
  readonly contingentContras: number;
  /** Intervals that all suffixes together may need for the quickest way; no more than `intervals`. */
  readonly fewIntervals: number;
  /**
   * The largest remaining quantity of an initiator whose reachable sums are kept as one bit a share when intervals are
   * too many.
   */
  readonly bitQuantity: number;
  /** Words of 32 bits that the rows of all groups of contras may then have together, one row a group. */
  readonly bitWords: number;
  /** Groups of contras that are taken then in any case. */
  readonly bitGroups: number;
  /** Intervals that all suffixes together may need for a larger initiator before fewer contras are tried. */
  readonly intervals: number;
  /** Steps of search work (Work) that the retries of one command may take; what does not fit is pending. */
  readonly commandSteps: number;
  /** The same for a command that only resumes pending work. */
  readonly continueSteps: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  contras: 4096,
  contingentContras: 128,
  fewIntervals: 4096,
  bitQuantity: 1_048_576,
  bitWords: 2_097_152,
  bitGroups: 64,
  intervals: 65_536,
  commandSteps: 131_072,
  continueSteps: 4_194_304,
};
