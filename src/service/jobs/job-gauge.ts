import { Gauge, type Registry } from 'prom-client';

/** The gauge of a job, which is made at its first start: a node leads, and starts its jobs, more than once. */
export function jobGauge(registry: Registry, metric: { readonly name: string; readonly help: string }): Gauge {
  const known = registry.getSingleMetric(metric.name) as Gauge | undefined;
  return known ?? new Gauge({ ...metric, registers: [registry] });
}
