import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { getVenueHealth } from '../../../src/modules/health/index.ts';
import { readFigures } from '../../../src/service/metrics/figures.ts';

const registry = new Registry();
const registers = [registry];
new Gauge({ name: 'openats_venue_live_orders', help: 'orders', registers }).set(7);
new Histogram({ name: 'openats_journal_write_seconds', help: 'writes', buckets: [0.001], registers }).observe(0.0005);
new Counter({ name: 'openats_http_requests_total', help: 'calls', labelNames: ['method'], registers }).inc({
  method: 'a',
});

const health = async (reason: string | null) => {
  const method = getVenueHealth({
    nowUs: () => Date.UTC(2030, 0, 2) * 1000,
    version: 'build-7',
    venue: {
      lastEventSeq: () => 42,
      sequence: 40,
      chainCheck: { at: Date.UTC(2030, 0, 1) * 1000, after: 10, upTo: 30 },
    },
    unwellReason: () => reason,
    figures: () => readFigures(registry),
  });
  const answer = await method.handler({} as Parameters<typeof method.handler>[0]);
  return answer.fields?.health as { figures: { name: string; value: number; labels: object }[] };
};

test('getVenueHealth shows whether the venue serves, and the figures of the metrics (N8)', async () => {
  expect(await health(null)).toMatchObject({ serves: 'Yes', reason: null, lastEventSeq: 42, version: 'build-7' });
  expect(await health('the disk is full')).toMatchObject({ serves: 'No', reason: 'the disk is full' });
});

test('getVenueHealth shows when the chain of the journal was verified, and which commands of it (N8)', async () => {
  expect(await health(null)).toMatchObject({
    ...{ lastCommandSeq: 40, chainVerifiedDate: '2030-01-01 00:00:00' },
    ...{ chainVerifiedAfter: 10, chainVerifiedUpTo: 30 },
  });
});

test('the figures have the names of the metrics port; those by method are left out', async () => {
  const { figures } = await health(null);
  expect(figures).toContainEqual({ name: 'openats_venue_live_orders', labels: {}, value: 7 });
  expect(figures).toContainEqual({ name: 'openats_journal_write_seconds_bucket', labels: { le: '0.001' }, value: 1 });
  expect(figures).toContainEqual({ name: 'openats_journal_write_seconds_count', labels: {}, value: 1 });
  expect(figures.filter(({ name }) => name.includes('http'))).toEqual([]);
});
