import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { WebhookDeliveryRow } from '../../database/tables/clients.ts';
import type { WebhookDeliveryRecord } from '../../webhooks/store.ts';
import { ownedBy } from '../shared/record/index.ts';
import { keepWebhooks, trimKeptWebhooks } from './kept-webhooks.ts';

export interface DeliveryLogSettings {
  /** Newest deliveries kept in the database. */
  readonly keptMax: number;
  /** How long a delivery waits at most to be written together with others. */
  readonly flushIntervalMs: number;
  /** Deliveries that wait in memory; beyond it the oldest are left out. */
  readonly waitingMax: number;
  /** Told when a batch could not be written; the log goes on without it. */
  readonly onError: (error: unknown, lost: number) => void;
  /** Microseconds since 1970. */
  readonly nowUs: () => number;
}

const DEFAULTS: DeliveryLogSettings = {
  keptMax: 100_000,
  flushIntervalMs: 1_000,
  waitingMax: 10_000,
  onError: () => {},
  nowUs: () => Date.now() * 1000,
};

/** Rows of one statement: thirteen columns each, well below the parameters that a statement may have. */
const BATCH_ROWS = 500;

export interface LoggedDelivery extends WebhookDeliveryRecord {
  /** Counts up in the order of recording. */
  readonly seq: number;
}

export interface DeliveryFilter {
  readonly clientId?: string | undefined;
  readonly method?: string | undefined;
  /** Only those of this registration. */
  readonly webhookId?: string | undefined;
  /** Only the attempts of this delivery. */
  readonly deliveryId?: string | undefined;
  /** Only attempts that failed. */
  readonly failed?: boolean | undefined;
  /** Only deliveries recorded before this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The log of webhook deliveries: written in batches, bounded, the newest kept. */
export class DeliveryLog {
  readonly #database: Database;
  readonly #settings: DeliveryLogSettings;
  #waiting: WebhookDeliveryRecord[] = [];
  /** Ids of those that were left out: their rows of the outbox go all the same. */
  #unlogged: string[] = [];
  readonly #listeners: ((deliveryIds: readonly string[]) => void)[] = [];
  #leftOut = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Writes happen one after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, settings: Partial<DeliveryLogSettings> = {}) {
    this.#database = database;
    this.#settings = { ...DEFAULTS, ...settings };
  }

  record(delivery: WebhookDeliveryRecord): void {
    this.#waiting.push(delivery);
    if (this.#waiting.length > this.#settings.waitingMax) {
      const oldest = this.#waiting.shift();
      if (oldest !== undefined) this.#unlogged.push(oldest.id);
      this.#leftOut++;
    }
    this.#timer ??= setTimeout(() => void this.flush(), this.#settings.flushIntervalMs).unref();
  }

  /** Tells of deliveries after they were written, with their rows of the outbox removed. */
  onWritten(listener: (deliveryIds: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  /** Deliveries that were left out because too many waited. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Resolves when all that was recorded before is written. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const deliveries = this.#waiting;
    const unlogged = this.#unlogged;
    this.#waiting = [];
    this.#unlogged = [];
    if (deliveries.length === 0) return;
    try {
      for (let index = 0; index < deliveries.length; index += BATCH_ROWS) {
        await this.#writeBatch(deliveries.slice(index, index + BATCH_ROWS));
      }
      for (let index = 0; index < unlogged.length; index += BATCH_ROWS) {
        await this.#empty(this.#database.db, unlogged.slice(index, index + BATCH_ROWS));
      }
      await this.#trim();
    } catch (error) {
      this.#settings.onError(error, deliveries.length);
    }
  }

  /** With the removal of what the outbox keeps: a delivery that has ended is never made again by itself. */
  async #writeBatch(deliveries: readonly WebhookDeliveryRecord[]): Promise<void> {
    const ended = deliveries.filter(({ retryAtMs }) => retryAtMs === undefined);
    const ids = ended.map(({ id }) => id);
    await this.#database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('webhook_deliveries').values(deliveries.map(rowOf)).execute();
      if (ids.length === 0) return;
      await keepWebhooks(transaction, ended);
      await transaction.deleteFrom('webhook_outbox').where('delivery_id', 'in', ids).execute();
    });
    if (ids.length > 0) for (const listener of this.#listeners) listener(ids);
  }

  async #empty(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
    await db.deleteFrom('webhook_outbox').where('delivery_id', 'in', ids).execute();
    for (const listener of this.#listeners) listener(ids);
  }

  async #trim(): Promise<void> {
    await trimKeptWebhooks(this.#database.db, this.#settings);
    await this.#database.db
      .deleteFrom('webhook_deliveries')
      .where('delivery_seq', '<=', (where) =>
        where
          .selectFrom('webhook_deliveries')
          .select((select) => select(select.fn.max('delivery_seq'), '-', this.#settings.keptMax).as('oldest')),
      )
      .execute();
  }

  /** Newest first. */
  async read(filter: DeliveryFilter): Promise<LoggedDelivery[]> {
    let query = this.#database.db.selectFrom('webhook_deliveries').selectAll();
    if (filter.clientId !== undefined) query = query.where(ownedBy(filter.clientId));
    if (filter.method !== undefined) query = query.where('method', '=', filter.method);
    if (filter.webhookId !== undefined) query = query.where('webhook_id', '=', filter.webhookId);
    if (filter.deliveryId !== undefined) query = query.where('delivery_id', '=', filter.deliveryId);
    if (filter.failed === true) query = query.where('outcome', '!=', 'delivered');
    if (filter.before !== undefined) query = query.where('delivery_seq', '<', filter.before);
    const rows = await query.orderBy('delivery_seq', 'desc').limit(filter.limit).execute();
    return rows.map((row) => ({
      seq: row.delivery_seq,
      id: row.delivery_id,
      webhookId: row.webhook_id,
      clientId: row.client_id,
      method: row.method,
      url: row.url,
      timeMs: row.fired_at / 1000,
      durationMs: row.duration_ms,
      outcome: row.outcome as WebhookDeliveryRecord['outcome'],
      httpStatus: row.http_status,
      detail: row.detail,
      attempt: row.attempt,
      ...(row.retry_at === null ? {} : { retryAtMs: row.retry_at / 1000 }),
    }));
  }
}

function rowOf(delivery: WebhookDeliveryRecord): Insertable<WebhookDeliveryRow> {
  return {
    delivery_id: delivery.id,
    webhook_id: delivery.webhookId,
    client_id: delivery.clientId,
    method: delivery.method,
    url: delivery.url,
    outcome: delivery.outcome,
    http_status: delivery.httpStatus,
    detail: delivery.detail,
    duration_ms: Math.round(delivery.durationMs),
    fired_at: Math.round(delivery.timeMs * 1000),
    attempt: delivery.attempt ?? 1,
    retry_at: delivery.retryAtMs === undefined ? null : Math.round(delivery.retryAtMs * 1000),
  };
}
