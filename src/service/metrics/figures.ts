import type { Registry } from 'prom-client';
import type { Figure } from '../../modules/health/index.ts';

/** The metrics for the operator. Those by method are only on the metrics port: there are thousands of them. */
const VENUE = /^openats_(venue|journal|history|stream|disk|webhook|snapshot|cluster|database|check)_/;
const PROCESS =
  /^(process_resident_memory|process_cpu_seconds|process_start_time|nodejs_eventloop_lag_p99|nodejs_heap)/;
/** A part may have its own labels, but only a bounded number. */
const FIGURES_MAX = 500;

/** The metrics of the program as they are now. */
export async function readFigures(registry: Registry): Promise<Figure[]> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics
    .filter(({ name }) => VENUE.test(name) || PROCESS.test(name))
    .flatMap(({ name, values }) =>
      values.map(({ value, labels, ...rest }) => ({
        name: (rest as { metricName?: string }).metricName ?? name,
        labels: Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])),
        value: Number.isFinite(value) ? value : 0,
      })),
    )
    .slice(0, FIGURES_MAX);
}
