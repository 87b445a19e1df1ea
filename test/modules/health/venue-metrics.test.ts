import { expect, test } from 'vitest';
import { formatInstant } from '../../../src/calendar/format-time.ts';
import { type Figure, getVenueMetrics, MetricHistory } from '../../../src/modules/health/index.ts';
import { runMetrics } from '../../../src/service/jobs/index.ts';
import { DAY_US, MINUTE_US, SECOND_US } from '../../../src/time/units.ts';
import { describeOnBothDatabases, type TestDatabases } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';

const figure = (value: number, name = 'openats_venue_live_orders', labels = {}): Figure => ({ name, labels, value });

async function started(open: TestDatabases) {
  const metrics = new MetricHistory(await open.history());
  const api = await startApi(await open(), [(deps) => [getVenueMetrics({ ...deps, metrics })]]);
  const read = async (body: object) => {
    const answer = await api.call('POST', 'admin/getVenueMetrics', { ...body }, { as: 'MASTER' });
    return fieldsOf(answer).metrics as {
      step: number;
      times: string[];
      series: { name: string; labels: object; values: (number | null)[] }[];
    };
  };
  return { metrics, api, read };
}

describeOnBothDatabases('metrics over time', (open) => {
  test('are answered by step, of each the last sample (O2)', async () => {
    const { metrics, read } = await started(open);
    const channel = (value: number, name: string) => figure(value, 'openats_stream_subscriptions', { channel: name });
    const from = NOW - MINUTE_US;
    for (let at = 0; at < 6; at++) {
      const figures = [figure(at), channel(at * 10, 'depth'), ...(at > 2 ? [channel(7, 'trades')] : [])];
      await metrics.record([...figures, figure(1, 'openats_journal_write_seconds_bucket')], from + at * 10 * SECOND_US);
    }
    const names = ['openats_venue_live_orders', 'openats_stream_subscriptions', 'openats_journal_write_seconds_bucket'];
    const found = await read({ names, from: formatInstant(from), to: formatInstant(NOW), step: 20 });
    expect(found.series).toEqual([
      { name: names[1], labels: { channel: 'depth' }, values: [10, 30, 50] },
      { name: names[1], labels: { channel: 'trades' }, values: [null, 7, 7] },
      { name: names[0], labels: {}, values: [1, 3, 5] },
    ]);
    expect(found.times).toEqual([10, 30, 50].map((second) => formatInstant(from + second * SECOND_US)));
    expect(await read({ names: ['openats_unknown'] })).toMatchObject({ series: [], step: 10 });
  });

  test('are the same after a restart, and go after seven days (O1)', async () => {
    const location = await open.migratedLocation('history');
    const first = new MetricHistory(await open.history(location));
    await first.record([figure(1)], NOW);
    const again = new MetricHistory(await open.history(location));
    await again.record([figure(2)], NOW + 10 * SECOND_US);
    const series = await again.seriesOf(['openats_venue_live_orders'], 10);
    const span = { from: NOW, to: NOW + 9 * DAY_US, step: 10 * SECOND_US };
    expect(await again.read(series, span)).toEqual({ times: [NOW, NOW + 10 * SECOND_US], values: [[1, 2]] });
    await again.record([figure(3)], NOW + 7 * DAY_US + 1);
    expect((await again.read(series, span)).values).toEqual([[2, 3]]);
  });

  test('refuse more steps than 1,000, and an end before the beginning', async () => {
    const { api } = await started(open);
    const refused = async (body: object) =>
      errorOf(await api.call('POST', 'admin/getVenueMetrics', { ...body }, { as: 'MASTER' }), '106');
    expect(await refused({ from: formatInstant(NOW - DAY_US), step: 10 })).toMatch(/^step must be larger/);
    expect(await refused({ from: formatInstant(NOW + DAY_US) })).toBe('from must be before to');
    expect(await refused({ step: 5 })).toMatch(/step/);
    expect((await api.call('POST', 'admin/getVenueMetrics', {})).body.statusCode).toBe('111');
  });
});

test('the job keeps a sample at whole multiples of ten seconds', async () => {
  const time = new ManualTime('2026-11-20T15:00:03Z');
  const taken: string[] = [];
  const stop = runMetrics({
    metrics: { record: async (_, at) => void taken.push(formatInstant(at).slice(17, 23)) },
    figures: async () => [],
    nowUs: () => time.nowUs(),
    after: (delayMs, callback) => time.after(delayMs, callback),
    log: { error: (error: unknown) => expect.fail(String(error)) },
  });
  for (const samples of [1, 2, 3]) {
    await expect.poll(() => time.waiting).toBe(1);
    expect(taken.length).toBe(samples);
    time.moveTo(time.next!);
  }
  await stop();
  expect(taken).toEqual(['03.000', '10.000', '20.000', '30.000']);
});
