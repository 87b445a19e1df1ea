import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { ApiError, defineMethod, type Method, RefusalWithHeaders } from '../../http/methods/index.ts';
import { optional, required, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { TokenBucket } from '../../time/token-bucket.ts';
import { keptToReplay } from '../../webhooks/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { timestamp, utcTime } from '../shared/values/index.ts';
import { deliveryId, type WebhookDeps, webhookId } from './webhook-service-fields.ts';

export function replayDeliveries(deps: WebhookDeps): Method {
  const { administration, registrationOutbox, webhookRates, nowUs } = deps;
  const pace = new WebhookPace('replays', webhookRates.replaysPerMinuteMax, nowUs);
  return defineMethod({
    name: 'replayDeliveries',
    summary: "Delivers webhooks of the caller's again",
    description:
      'In the order in which they were fired, with the same ids. Webhooks can be replayed for three days (C80).',
    refusals: [190, 404, 429],
    parameters: {
      id: required(webhookId()),
      deliveryId: optional(deliveryId('only this one')),
      failed: optional(yesNo({ description: 'No: those that were delivered too; Yes when absent' })),
      firedFrom: optional(utcTime('only those fired at this time or later')),
      firedTo: optional(utcTime('only those fired at this time or earlier')),
      limit: optional(wholeNumber({ description: 'most webhooks; 100 when absent', minimum: 1, maximum: 500 })),
    },
    response: Type.Object({
      replayed: Type.Array(Type.String({ description: 'id of a delivery' })),
      more: Type.String({ enum: ['Yes', 'No'], description: 'Yes: the limit was reached; call again for the rest' }),
    }),
    handler: changeAfter(
      deps,
      ({ client: { clientId } }) => {
        pace.takeOfClient(clientId);
        return administration.deliveries.flush();
      },
      async ({ client: { clientId }, values }, db) => {
        const { id, failed, limit = 100, ...filter } = values;
        const row = await administration.webhooks.find(db, clientId, id);
        pace.takeOfHost(row.url);
        const wanted = { ...filter, clientId, webhookId: id, failed: failed !== 'No', limit };
        const kept = await keptToReplay(db, wanted);
        const target = { id: row.webhook_id, url: row.url, retries: row.retries === 1, ordered: row.ordered === 1 };
        const taken = await registrationOutbox.sendAgain(db, kept, target);
        if (taken < kept.length) throw new ApiError(190, 'Too many webhooks wait for their delivery');
        pace.spend(clientId, row.url, Math.max(0, kept.length - 1));
        const replayed = kept.map((one) => one.delivery_id);
        return { fields: { replayed, more: kept.length === limit ? 'Yes' : 'No' } };
      },
    ),
  });
}

export function sendTestWebhook(deps: WebhookDeps): Method {
  const { administration, registrationOutbox, webhookRates, nowUs } = deps;
  const pace = new WebhookPace('tests', webhookRates.testsPerMinuteMax, nowUs);
  return defineMethod({
    name: 'sendTestWebhook',
    summary: "Sends a test to one of the caller's webhooks",
    description:
      'Sends webhookTest (Yes), method and sentDate, as any webhook; getDeliveryLog shows the outcome (C75).',
    refusals: [190, 404, 429],
    parameters: { id: required(webhookId()) },
    response: Type.Object({ id: Type.String(), deliveryId: Type.String() }),
    handler: changeAfter(
      deps,
      async ({ client: { clientId } }) => pace.takeOfClient(clientId),
      async ({ client: { clientId }, values }, db) => {
        const row = await administration.webhooks.find(db, clientId, values.id);
        pace.takeOfHost(row.url);
        const fields = { webhookTest: 'Yes', method: row.method, sentDate: timestamp(nowUs()) };
        const target = { id: row.webhook_id, url: row.url, retries: row.retries === 1, ordered: row.ordered === 1 };
        const deliveryId = await registrationOutbox.sendTo(db, { clientId, method: row.method, fields }, target);
        if (deliveryId === undefined) throw new ApiError(190, 'Too many webhooks wait for their delivery');
        return { fields: { id: row.webhook_id, deliveryId } };
      },
    ),
  });
}

/** The most clients and hosts that are counted at a time; the least recently used one is dropped first. */
const COUNTED_MAX = 10_000;

/**
 * Limits the webhooks that clients request (C75, C80): for each client, and to each host from all clients. A restart
 * resets the limits.
 */
class WebhookPace {
  readonly #what: string;
  readonly #perMinuteMax: number;
  readonly #nowUs: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ maxSize: COUNTED_MAX, sizeCalculation: () => 1 });

  /** @param what is sent: for the refusal */
  constructor(what: string, perMinuteMax: number, nowUs: () => number) {
    this.#what = what;
    this.#perMinuteMax = perMinuteMax;
    this.#nowUs = nowUs;
  }

  /** Throws 429. */
  takeOfClient(clientId: string): void {
    this.#take(`client ${clientId}`, `Too many ${this.#what}`);
  }

  /** Throws 429. */
  takeOfHost(url: string): void {
    this.#take(hostKey(url), `Too many ${this.#what} to this host`);
  }

  /** Counts the webhooks that a call sends in addition to the one that it took. */
  spend(clientId: string, url: string, count: number): void {
    for (const key of [`client ${clientId}`, hostKey(url)]) this.#bucket(key).spend(count);
  }

  #take(key: string, statusDesc: string): void {
    const bucket = this.#bucket(key);
    if (bucket.take(this.#nowUs() / 1000)) return;
    throw new RefusalWithHeaders(429, { 'retry-after': String(bucket.secondsToWait) }, { statusDesc });
  }

  #bucket(key: string): TokenBucket {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(this.#perMinuteMax / 60, this.#perMinuteMax, this.#nowUs() / 1000);
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }
}

function hostKey(url: string): string {
  return `host ${URL.parse(url)?.hostname ?? ''}`;
}
