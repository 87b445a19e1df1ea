import { Counter, Histogram, type Registry } from 'prom-client';
import type { Microseconds } from '../../time/units.ts';
import type { Dispatcher, WebhookDeliveryRecord, WebhookOutcome } from '../../webhooks/index.ts';
import { scrapedMetrics } from './scraped-metrics.ts';

/** From firing to delivery, seconds: those that are made again come hours later (C78). */
const DELIVERY_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600, 3600, 86_400];

export interface WebhookFigures {
  readonly delivery: Pick<Dispatcher, 'load'>;
  readonly outbox: {
    /** Webhooks that wait for the end of their delivery. */
    readonly waiting: number;
    /** Those of them whose body, key or tokens could not be read at the last try. */
    readonly unreadable: number;
    /** When the oldest of them was fired, in microseconds; undefined: none waits. */
    oldestFiredUs(): Promise<number | undefined>;
  };
  /** Reports every attempt that has ended, and dropped deliveries. */
  onRecorded(listener: (record: WebhookDeliveryRecord) => void): void;
  nowUs(): Microseconds;
}

/** Metrics of waiting webhooks and of the outcomes of deliveries. */
export function addWebhookMetrics(registry: Registry, figures: WebhookFigures): void {
  addWaiting(registry, figures);
  addOutcomes(registry, figures);
}

function addWaiting(registry: Registry, { delivery, outbox, nowUs }: WebhookFigures): void {
  const { gauge } = scrapedMetrics(registry, 'webhook_');
  gauge('deliveries_waiting', 'Deliveries that wait in memory for their turn', () => delivery.load().waiting);
  gauge('deliveries_running', 'Deliveries under way', () => delivery.load().running);
  gauge('bytes', 'Bytes of those that wait in memory and of those under way', () => delivery.load().bytes);
  gauge('outbox_waiting', 'Webhooks whose delivery has not ended, those that are made again later included', () => {
    return outbox.waiting;
  });
  gauge('unreadable', 'Webhooks that wait because their body, key or tokens could not be read at the last try', () => {
    return outbox.unreadable;
  });
  gauge('oldest_waiting_seconds', 'Age of the oldest webhook that waits; 0 while none does', async () => {
    try {
      const firedUs = await outbox.oldestFiredUs();
      return firedUs === undefined ? 0 : Math.max(0, (nowUs() - firedUs) / 1_000_000);
    } catch {
      // The other metrics are wanted above all while the database fails.
      return Number.NaN;
    }
  });
}

function addOutcomes(registry: Registry, { onRecorded, nowUs }: Pick<WebhookFigures, 'onRecorded' | 'nowUs'>): void {
  const registers = [registry];
  const labelNames = ['outcome'] as const;
  const attempts = new Counter({
    name: 'openats_webhook_attempts_total',
    help: 'Attempts at delivery that have ended, and webhooks that were dropped without one',
    labelNames,
    registers,
  });
  const ended = new Counter({
    name: 'openats_webhook_deliveries_total',
    help: 'Deliveries that have ended: by their last attempt, or dropped',
    labelNames,
    registers,
  });
  const delivered = new Histogram({
    name: 'openats_webhook_delivered_seconds',
    help: 'From the durable change until the receiver had the webhook, including failed attempts',
    buckets: DELIVERY_BUCKETS,
    registers,
  });
  onRecorded(({ outcome, retryAtMs, timeMs }) => {
    const labels = { outcome: labelOf(outcome) };
    attempts.inc(labels);
    if (retryAtMs === undefined) ended.inc(labels);
    if (outcome === 'delivered') delivered.observe(Math.max(0, nowUs() / 1_000_000 - timeMs / 1000));
  });
}

/** Of few values: statuses by their first digit. */
function labelOf(outcome: WebhookOutcome): string {
  const status = /^status (\d)/.exec(outcome)?.[1];
  return status === undefined ? outcome.replaceAll(/[ -]/g, '_') : `status_${status}xx`;
}
