import { closeSync, openSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addProcessMetrics } from '../../src/http/server/process-metrics.ts';

/** They list every connection of the process, with classes of libuv, which no alert and no view of ours asks for. */
const LEFT_OUT = /^nodejs_active_/;

async function namesOf(register: Registry): Promise<string[]> {
  const metrics = await register.getMetricsAsJSON();
  return metrics.map(({ name }) => name).toSorted();
}

test('the process has the metrics of prom-client but for those that list its connections', async () => {
  const [theirs, ours] = [new Registry(), new Registry()];
  collectDefaultMetrics({ register: theirs });
  addProcessMetrics(ours);
  const expected = (await namesOf(theirs)).filter((name) => !LEFT_OUT.test(name));
  expect(expected.length).toBeGreaterThan(20);
  expect(await namesOf(ours)).toEqual([...expected, 'openats_allocated_bytes_total'].toSorted());
});

test.runIf(process.platform === 'linux')('open files are counted, and the folder of them is not listed', async () => {
  const register = new Registry();
  addProcessMetrics(register);
  const count = async () => {
    const { values } = (await register.getSingleMetric('process_open_fds')!.get()) as { values: { value: number }[] };
    return values[0]!.value;
  };
  const before = await count();
  const files = Array.from({ length: 7 }, () => openSync(import.meta.filename, 'r'));
  expect(await count()).toBe(before + 7);
  for (const file of files) closeSync(file);
  expect(await count()).toBe(before);
});

test('a scrape has values for all of them, the same ones as prom-client', async () => {
  const [theirs, ours] = [new Registry(), new Registry()];
  collectDefaultMetrics({ register: theirs });
  addProcessMetrics(ours);
  const valuesOf = async (register: Registry) => {
    const lines = (await register.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  };
  const [expected, found] = [await valuesOf(theirs), await valuesOf(ours)];
  for (const [name, value] of expected) {
    if (LEFT_OUT.test(name) || /eventloop|gc_duration/.test(name)) continue;
    const shown = `${name}: ${found.get(name)} instead of ${value}`;
    if (/heap|cpu|memory/.test(name))
      expect(found.get(name)! / value, shown).toSatisfy((of) => (of > 0.4 && of < 2.5) || value < 1e6);
    else expect(Math.abs(found.get(name)! - value), shown).toBeLessThan(2);
  }
  const values = await valuesOf(ours);
  expect(values.get('openats_allocated_bytes_total')).toBeGreaterThan(1e6);
  expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});
