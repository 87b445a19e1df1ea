/** Figures of getVenueHealth (N8), and what follows from two of them. */

interface Figure {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface HealthReport {
  readonly version: string;
  readonly serves: 'Yes' | 'No';
  readonly reason: string | null;
  readonly lastEventSeq: number;
  readonly lastCommandSeq: number;
  readonly chainVerifiedDate: string;
  readonly chainVerifiedAfter: number;
  readonly chainVerifiedUpTo: number;
  readonly figures: readonly Figure[];
}

/** Of a group commit, in seconds. */
export const WRITE_TIME = 'openats_journal_write_seconds';

/** The first figure of that name; 0 without one. */
export function figureOf({ figures }: HealthReport, name: string): number {
  return figures.find((figure) => figure.name === name)?.value ?? 0;
}

/** How much a counter rose in a second. */
export function rateOf(earlier: HealthReport, later: HealthReport, name: string, seconds: number): number {
  return seconds <= 0 ? 0 : Math.max(0, (figureOf(later, name) - figureOf(earlier, name)) / seconds);
}

/** Buckets of the writes between two reports, by their upper bounds; undefined without a write. */
export function writesBetween(earlier: HealthReport, later: HealthReport): Map<string, number> | undefined {
  const name = `${WRITE_TIME}_bucket`;
  const before = new Map(earlier.figures.filter((one) => one.name === name).map((one) => [one.labels.le, one.value]));
  const buckets = new Map<string, number>();
  for (const { labels, value } of later.figures.filter((one) => one.name === name)) {
    buckets.set(labels.le ?? '', value - (before.get(labels.le) ?? 0));
  }
  return (buckets.get('+Inf') ?? 0) > 0 ? buckets : undefined;
}

/** Of a histogram with counts up to each bound: the bound that half of them are within. */
export function medianOf(buckets: ReadonlyMap<string, number>): number {
  const bounds = [...buckets]
    .map(([bound, count]) => ({ bound: Number(bound.replace('+Inf', 'Infinity')), count }))
    .sort((one, other) => one.bound - other.bound);
  const half = (bounds.at(-1)?.count ?? 0) / 2;
  if (half === 0) return 0;
  const found = bounds.find(({ count }) => count >= half);
  return found === undefined || !Number.isFinite(found.bound) ? (bounds.at(-2)?.bound ?? 0) : found.bound;
}
