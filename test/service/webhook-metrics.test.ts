import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addWebhookMetrics } from '../../src/service/metrics/webhook-metrics.ts';
import type { WebhookDeliveryRecord } from '../../src/webhooks/log/delivery-record.ts';

const NOW_US = 1_772_461_800_000_000;

function venue() {
  const registry = new Registry();
  let listener: (record: WebhookDeliveryRecord) => void = () => {};
  const state = { oldest: undefined as number | undefined };
  addWebhookMetrics(registry, {
    delivery: { load: () => ({ waiting: 3, running: 2, bytes: 5000 }) },
    outbox: { waiting: 7, unreadable: 4, oldestFiredUs: async () => state.oldest },
    onRecorded: (callback) => {
      listener = callback;
    },
    nowUs: () => NOW_US,
  });
  const record = (more: Partial<WebhookDeliveryRecord>) => {
    const of = { id: 'D1', webhookId: 'W1', clientId: 'C1', method: 'notice', url: 'https://example.com/' };
    const ended = {
      timeMs: NOW_US / 1000,
      durationMs: 5,
      outcome: 'delivered',
      httpStatus: 200,
      detail: null,
    } as const;
    listener({ ...of, ...ended, ...more });
  };
  const lines = async () => (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'));
  return { state, record, lines };
}

test('each outcome is counted, and what is made again only as an attempt', async () => {
  const { record, lines } = venue();
  record({});
  record({ outcome: 'status 503', retryAtMs: 1 });
  record({ outcome: 'status 502' });
  for (const outcome of ['refused address', 'time-out', 'connection error', 'dropped'] as const) record({ outcome });
  const counted = (await lines()).filter((line) => line.includes('_total{'));
  const attempts = (outcome: string, count: number) => `openats_webhook_attempts_total{outcome="${outcome}"} ${count}`;
  const ended = (outcome: string, count: number) => `openats_webhook_deliveries_total{outcome="${outcome}"} ${count}`;
  const others = ['refused_address', 'time_out', 'connection_error', 'dropped'];
  expect(counted).toEqual([
    ...[attempts('delivered', 1), attempts('status_5xx', 2), ...others.map((outcome) => attempts(outcome, 1))],
    ...[ended('delivered', 1), ended('status_5xx', 1), ...others.map((outcome) => ended(outcome, 1))],
  ]);
});

test('the time to delivery is from when it was fired, and of those that arrived', async () => {
  const { record, lines } = venue();
  record({ timeMs: NOW_US / 1000 - 300 });
  record({ timeMs: NOW_US / 1000 - 7_200_000, attempt: 3 });
  record({ timeMs: 0, outcome: 'time-out' });
  const found = (await lines()).filter((line) => line.startsWith('openats_webhook_delivered_seconds'));
  expect(found).toContain('openats_webhook_delivered_seconds_bucket{le="0.2"} 0');
  expect(found).toContain('openats_webhook_delivered_seconds_bucket{le="0.5"} 1');
  expect(found).toContain('openats_webhook_delivered_seconds_count 2');
});

test('waiting webhooks are counted, with the age of the oldest', async () => {
  const { state, lines } = venue();
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'openats_webhook_deliveries_waiting 3',
      'openats_webhook_deliveries_running 2',
      'openats_webhook_bytes 5000',
      'openats_webhook_outbox_waiting 7',
      'openats_webhook_unreadable 4',
      'openats_webhook_oldest_waiting_seconds 0',
    ]),
  );
  state.oldest = NOW_US - 90_500_000;
  expect(await lines()).toContain('openats_webhook_oldest_waiting_seconds 90.5');
});
