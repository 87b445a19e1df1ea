import { closeSync, openSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addProcessMetrics } from '../../src/http/server/process-metrics.ts';

/** They list every connection of the process, with classes of libuv, which no alert and no view of ours asks for. */
const LEFT_OUT = /^nodejs_active_(handles|requests)/;

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
