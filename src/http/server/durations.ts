import type { Metric, Registry } from 'prom-client';

/** Upper bounds of the buckets for requests, in seconds. */
const REQUEST_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** Durations of one kind. */
export class Durations {
  readonly #bounds: readonly number[];
  /** How many are at most each bound and above the one before it; the last: above all. */
  readonly #counts: number[];
  #sum = 0;

  /** @param bounds upper bounds of the buckets, in seconds, rising; absent: those of a request */
  constructor(bounds: readonly number[] = REQUEST_BOUNDS) {
    this.#bounds = bounds;
    this.#counts = new Array(bounds.length + 1).fill(0);
  }

  /** Of all that were added, in seconds. */
  get sum(): number {
    return this.#sum;
  }

  add(seconds: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    (this.#counts[bucket] as number)++;
    this.#sum += seconds;
  }

  /** As Prometheus has a histogram: each bucket counts everything that is at most its bound. */
  values(name: string, labels: Readonly<Record<string, string>>) {
    let count = 0;
    const buckets = this.#counts.map((more, index) => {
      count += more;
      return { metricName: `${name}_bucket`, labels: { le: this.#bounds[index] ?? '+Inf', ...labels }, value: count };
    });
    const sum = { metricName: `${name}_sum`, labels, value: this.#sum };
    return [...buckets, sum, { metricName: `${name}_count`, labels, value: count }];
  }
}

/**
 * A histogram, of one kind or by method. Adding to it takes only additions: that of prom-client takes a microsecond, a
 * fortieth of an order.
 */
export function registerDurations(
  registry: Registry,
  metric: { readonly name: string; readonly help: string },
  durations: Durations | (() => Iterable<readonly [method: string, Durations]>),
): void {
  const values =
    durations instanceof Durations
      ? () => durations.values(metric.name, {})
      : () => [...durations()].flatMap(([method, own]) => own.values(metric.name, { method }));
  const histogram = {
    ...metric,
    get: async () => ({ ...metric, type: 'histogram', aggregator: 'sum', values: values() }),
  };
  // The registry asks its metrics for a name and for get(); its types know only the library's own classes.
  registry.registerMetric(histogram as unknown as Metric);
}
