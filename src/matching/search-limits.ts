/**
 * M9: how far the search for a lawful allocation goes. The limits are counts, never times, so the same commands give
 * the same matches on every machine. README.md defines what they mean for the rules.
 */
export interface SearchLimits {
  /** Eligible counters looked at, contingent or not, best-ranked first. */
  readonly counters: number;
  /** Contingent ones among them. */
  readonly contingentCounters: number;
  /** Intervals that all suffixes together may need before another representation, or fewer counters, are tried. */
  readonly intervals: number;
  /** The largest remaining quantity of a hub whose reachable sums are kept as one bit a share when intervals are too many. */
  readonly bitQuantity: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  counters: 4096,
  contingentCounters: 128,
  intervals: 262_144,
  bitQuantity: 1_048_576,
};
