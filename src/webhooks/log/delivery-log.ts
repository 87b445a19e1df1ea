import type { Insertable } from 'kysely';
import type { Database } from '../../database/database.ts';
import { BulkInsert, type Columns, ownedBy } from '../../database/queries/index.ts';
import type { Db, WebhookDeliveryRow } from '../../database/schema/index.ts';
import { systemTimers, type Timers } from '../../time/timers.ts';
import type { WebhookDeliveryRecord } from './delivery-record.ts';
import { type TrimmedTable, trimFairly } from './fair-trim.ts';
import { forgetOldWebhooks, KEPT_WEBHOOKS, keepWebhooks } from './kept-webhooks.ts';

export interface DeliveryLogSettings {
  /** The number of newest deliveries kept in the database, shared by all clients, and of bodies for replays. */
  readonly keptMax: number;
  /** How long a delivery waits at most to be written together with others. */
  readonly flushIntervalMs: number;
  /** The most deliveries that wait in memory; above it the oldest are dropped. */
  readonly waitingMax: number;
  /** Called when the write of a batch failed; the log continues without it. */
  readonly onError: (error: unknown, lost: number) => void;
  /** Microseconds since 1970. */
  readonly nowUs: () => number;
  readonly after: Timers['after'];
  /** Where the log is written; Database.background when absent. */
  readonly writer?: () => Db;
}

const DEFAULTS: DeliveryLogSettings = {
  keptMax: 100_000,
  flushIntervalMs: 1_000,
  waitingMax: 10_000,
  onError: () => {},
  nowUs: () => Date.now() * 1000,
  after: systemTimers.after,
};

/** The most rows of one transaction, which is built in one turn of the event loop. */
const BATCH_ROWS = 256;
/** The log is trimmed each time that this share of its maximum was added. */
const TRIMMED_PART = 0.01;
const DELIVERIES: TrimmedTable = { name: 'webhook_deliveries', seq: 'delivery_seq' };

export interface LoggedDelivery extends WebhookDeliveryRecord {
  /** Ascending in the order of recording. */
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
  /** Ids of dropped deliveries, whose rows in the outbox are removed too. */
  #unlogged: string[] = [];
  readonly #listeners: ((deliveryIds: readonly string[]) => void)[] = [];
  #recorded: (delivery: WebhookDeliveryRecord) => void = () => {};
  #leftOut = 0;
  #untrimmed = Number.POSITIVE_INFINITY;
  readonly #insert: BulkInsert<NewRow, WebhookDeliveryRecord>;
  #cancelTimer: (() => void) | undefined;
  /** Writes happen one after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, settings: Partial<DeliveryLogSettings> = {}) {
    this.#database = database;
    this.#settings = { ...DEFAULTS, ...settings };
    this.#insert = new BulkInsert(database.dialect, 'webhook_deliveries', COLUMNS);
  }

  record(delivery: WebhookDeliveryRecord): void {
    this.#recorded(delivery);
    this.#waiting.push(delivery);
    if (this.#waiting.length > this.#settings.waitingMax) {
      const oldest = this.#waiting.shift();
      if (oldest !== undefined) this.#unlogged.push(oldest.id);
      this.#leftOut++;
    }
    this.#cancelTimer ??= this.#settings.after(this.#settings.flushIntervalMs, () => void this.flush());
  }

  /** Reports every attempt that has ended, and dropped deliveries, before they are in the log. */
  onRecorded(listener: (delivery: WebhookDeliveryRecord) => void): void {
    this.#recorded = listener;
  }

  /** Reports deliveries after they were written and their rows in the outbox removed. */
  onWritten(listener: (deliveryIds: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  /** Deliveries that were dropped because too many waited. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Deliveries that are not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when everything recorded before is written. Never rejects. */
  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
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
        await this.#empty(unlogged.slice(index, index + BATCH_ROWS));
      }
      await this.#trim(deliveries.length);
    } catch (error) {
      this.#settings.onError(error, deliveries.length);
    }
  }

  /** Also removes their rows in the outbox, so that a delivery that has ended is not made again. */
  async #writeBatch(deliveries: readonly WebhookDeliveryRecord[]): Promise<void> {
    const ended = deliveries.filter(({ retryAtMs }) => retryAtMs === undefined);
    const ids = ended.map(({ id }) => id);
    await this.#writer.transaction().execute(async (transaction) => {
      await this.#insert.write(transaction, deliveries);
      if (ids.length === 0) return;
      await keepWebhooks(transaction, ended);
      await transaction.deleteFrom('webhook_outbox').where('delivery_id', 'in', ids).execute();
    });
    if (ids.length > 0) for (const listener of this.#listeners) listener(ids);
  }

  async #empty(ids: readonly string[]): Promise<void> {
    await this.#writer.deleteFrom('webhook_outbox').where('delivery_id', 'in', ids).execute();
    for (const listener of this.#listeners) listener(ids);
  }

  async #trim(added: number): Promise<void> {
    const { keptMax, nowUs } = this.#settings;
    const writer = this.#writer;
    await forgetOldWebhooks(writer, nowUs());
    this.#untrimmed += added;
    if (this.#untrimmed < keptMax * TRIMMED_PART) return;
    this.#untrimmed = 0;
    await trimFairly(writer, DELIVERIES, keptMax);
    await trimFairly(writer, KEPT_WEBHOOKS, keptMax);
  }

  get #writer(): Db {
    return this.#settings.writer?.() ?? this.#database.background;
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

type NewRow = Required<Omit<Insertable<WebhookDeliveryRow>, 'delivery_seq'>>;

const COLUMNS: Columns<NewRow, WebhookDeliveryRecord> = {
  delivery_id: ({ id }) => id,
  webhook_id: ({ webhookId }) => webhookId,
  client_id: ({ clientId }) => clientId,
  method: ({ method }) => method,
  url: ({ url }) => url,
  outcome: ({ outcome }) => outcome,
  http_status: ({ httpStatus }) => httpStatus,
  detail: ({ detail }) => detail,
  duration_ms: ({ durationMs }) => Math.round(durationMs),
  fired_at: ({ timeMs }) => Math.round(timeMs * 1000),
  attempt: ({ attempt = 1 }) => attempt,
  retry_at: ({ retryAtMs }) => (retryAtMs === undefined ? null : Math.round(retryAtMs * 1000)),
};
