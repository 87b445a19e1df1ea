import type { Metric, Registry } from 'prom-client';

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** Durations of one kind. */
export class Durations {
  /** How many are at most each bound and above the one before it; the last: above all. */
  readonly #counts: number[] = new Array(BOUNDS.length + 1).fill(0);
  #sum = 0;

  add(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
    (this.#counts[bucket] as number)++;
    this.#sum += seconds;
  }

  /** As Prometheus has a histogram: each bucket counts everything that is at most its bound. */
  values(name: string, labels: Readonly<Record<string, string>>) {
    let count = 0;
    const buckets = this.#counts.map((more, index) => {
      count += more;
      return { metricName: `${name}_bucket`, labels: { le: BOUNDS[index] ?? '+Inf', ...labels }, value: count };
    });
    const sum = { metricName: `${name}_sum`, labels, value: this.#sum };
    return [...buckets, sum, { metricName: `${name}_count`, labels, value: count }];
  }
}

/**
 * A histogram by method. Adding to it takes only additions: that of prom-client takes a microsecond, a fortieth of an
 * order.
 */
export function registerDurations(
  registry: Registry,
  metric: { readonly name: string; readonly help: string },
  durations: () => Iterable<readonly [method: string, Durations]>,
): void {
  const histogram = {
    ...metric,
    get: async () => ({
      ...metric,
      type: 'histogram',
      aggregator: 'sum',
      values: [...durations()].flatMap(([method, own]) => own.values(metric.name, { method })),
    }),
  };
  // The registry asks its metrics for a name and for get(); its types know only the library's own classes.
  registry.registerMetric(histogram as unknown as Metric);
}
