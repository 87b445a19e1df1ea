import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { runJournalRetention } from '../../src/service/jobs/index.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

const HOUR_MS = 3_600_000;

async function turns(): Promise<void> {
  for (let count = 0; count < 6; count++) await turn();
}

test('groups of the journal are deleted slice by slice, every hour, with metric and log (J33)', async () => {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const registry = new Registry();
  const logged: unknown[] = [];
  const steps: (number | undefined)[] = [undefined, 900, 900];
  let slices = 0;
  const end = runJournalRetention({
    deleteGroups: async (pause) => {
      const step = steps.shift();
      while (step !== undefined && slices < 3 && (await pause())) slices++;
      return step;
    },
    registry,
    after: (ms, callback) => time.after(ms, callback),
    log: { info: (fields: object) => logged.push(fields), error: (fields: object) => logged.push(fields) },
  });
  await turns();
  expect([slices, logged]).toEqual([0, []]);
  time.advanceMs(HOUR_MS);
  for (const done of [0, 1, 2, 3]) {
    await turns();
    expect(slices).toBe(done);
    time.advanceMs(50);
  }
  await turns();
  const metric = await registry.getSingleMetricAsString('openats_journal_deleted_command');
  expect([metric.endsWith('openats_journal_deleted_command 900'), logged]).toEqual([true, [{ deletedTo: 900 }]]);
  time.advanceMs(HOUR_MS);
  await turns();
  expect([steps, logged]).toEqual([[], [{ deletedTo: 900 }]]);
  await end();
});

test('a deletion under way ends after its slice when the leadership ends', async () => {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  let slices = 0;
  const end = runJournalRetention({
    deleteGroups: async (pause) => {
      do slices++;
      while (await pause());
      return slices;
    },
    registry: new Registry(),
    after: (ms, callback) => time.after(ms, callback),
    log: { info: () => {}, error: () => {} },
  });
  await turns();
  const ended = end();
  time.advanceMs(50);
  await ended;
  expect(slices).toBe(1);
});
