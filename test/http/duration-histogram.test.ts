import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { Durations, registerDurations } from '../../src/http/server/durations.ts';

const METRIC = { name: 'times_seconds', help: 'Times' };
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

test('shows what the histogram of prom-client shows', async () => {
  const [theirs, ours] = [new Registry(), new Registry()];
  const reference = new Histogram({ ...METRIC, labelNames: ['method'], buckets: BOUNDS, registers: [theirs] });
  const byMethod = new Map<string, Durations>();
  registerDurations(ours, METRIC, () => byMethod);
  // Below, on and above each bound; the first method has no long ones.
  const times = [0, ...BOUNDS.flatMap((bound) => [bound / 1.1, bound, bound * 1.1]), 60];
  for (const [method, sent] of [
    ['createOrder', times.slice(0, 9)],
    ['getOrder', times],
  ] as const) {
    const durations = new Durations();
    byMethod.set(method, durations);
    for (const seconds of sent) {
      durations.add(seconds);
      reference.observe({ method }, seconds);
    }
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect(await ours.metrics()).toContain('times_seconds_bucket{le="+Inf",method="getOrder"} 35');
});

test('is empty before the first answer', async () => {
  const registry = new Registry();
  registerDurations(registry, METRIC, () => []);
  expect(await registry.metrics()).toBe('# HELP times_seconds Times\n# TYPE times_seconds histogram\n');
});

test('of one kind has its own bounds and no labels', async () => {
  const [theirs, ours] = [new Registry(), new Registry()];
  const buckets = [0.001, 0.1];
  const reference = new Histogram({ ...METRIC, buckets, registers: [theirs] });
  const durations = new Durations(buckets);
  registerDurations(ours, METRIC, durations);
  expect(await ours.metrics()).toBe(await theirs.metrics());
  for (const seconds of [0.001, 0.02, 0.5]) {
    durations.add(seconds);
    reference.observe(seconds);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect(durations.sum).toBe(0.521);
});
