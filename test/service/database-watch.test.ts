import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/queries/index.ts';
import { addDatabaseMetrics, DatabaseWatch } from '../../src/service/parts/database-watch.ts';
import { ManualTime } from '../support/manual-time.ts';

const full = () => new DatabaseUnavailable(Object.assign(new Error('disk is full'), { errcode: 13 }));
const cut = () => new DatabaseUnavailable(Object.assign(new Error('connection reset'), { code: 'ECONNRESET' }));

function watchOf() {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const state = { databaseFailure: null as string | null };
  const registry = new Registry();
  const lines: string[] = [];
  const probes: PromiseWithResolvers<void>[] = [];
  const note = (_: object, message: string) => lines.push(message);
  const watch = new DatabaseWatch({
    state,
    after: (ms, callback) => time.after(ms, callback),
    probe: () => {
      const probe = Promise.withResolvers<void>();
      probes.push(probe);
      return probe.promise;
    },
    log: { error: note, info: note } as never,
  });
  addDatabaseMetrics(registry, watch, state);
  const metrics = async () => (await registry.metrics()).split('\n').filter((line) => /^openats_database/.test(line));
  const probed = async (error?: unknown) => {
    const probe = probes.shift()!;
    if (error === undefined) probe.resolve();
    else probe.reject(error);
    await probe.promise.catch(() => {});
  };
  return { time, state, watch, lines, probes, probed, metrics };
}

test('a full disk is reported until a write succeeds', async () => {
  const { time, state, watch, lines, probes, probed, metrics } = watchOf();
  watch.failed(full());
  watch.failed(full());
  expect(state.databaseFailure).toBe('the reference database fails (SQLITE_FULL)');
  expect(await metrics()).toEqual(['openats_database_failing 1', 'openats_database_failures_total 2']);
  expect(probes).toEqual([]);
  time.advanceMs(5000);
  await probed(full());
  expect(state.databaseFailure).not.toBeNull();
  time.advanceMs(5000);
  await probed();
  expect(state.databaseFailure).toBeNull();
  expect(await metrics()).toContain('openats_database_failing 0');
  expect(lines).toEqual([
    'the reference database fails: calls that need it get 503',
    'the reference database works again',
  ]);
});

test('a lost connection is reported only when the next one fails too', async () => {
  const { time, state, watch, lines, probed } = watchOf();
  watch.failed(cut());
  watch.failed(cut());
  expect(state.databaseFailure).toBeNull();
  await probed();
  expect(lines).toEqual([]);
  watch.failed(cut());
  await probed(cut());
  expect(state.databaseFailure).toBe('the reference database fails (ECONNRESET)');
  // Soon again: a fail-over is over in a moment.
  time.advanceMs(250);
  await probed();
  expect(state.databaseFailure).toBeNull();
});

test('nothing is tried after the end', async () => {
  const { time, watch, probes, probed, state } = watchOf();
  watch.failed(cut());
  watch.end();
  await probed(cut());
  expect([time.waiting, probes.length, state.databaseFailure]).toEqual([0, 0, null]);
});
