import type { Logger } from 'pino';
import { systemTimers, type Timers } from '../../time/timers.ts';
import type { RecordKey } from '../events/index.ts';
import type { DeliveryLog, WebhookDeliveryRecord } from '../log/index.ts';
import { destinationOf, type WebhookTarget } from '../registry/index.ts';
import { EndpointQueues, type Job, type QueueLimits } from './endpoint-queues.ts';
import { createResolver, type ResolveHost } from './resolver.ts';
import { nextAttemptMs, nextReadMs } from './retry-schedule.ts';
import {
  type AttemptResult,
  type Post,
  Sender,
  type SenderSettings,
  UNREADABLE,
  type WebhookRequest,
} from './sender.ts';
import type { WebhookStore } from './store.ts';
import { webhookRequestOf } from './webhook-request.ts';

/** The approximate memory of a delivery in addition to its body, in bytes. */
const OVERHEAD_BYTES = 1024;
/** Drops come in floods; the log reports them at most this often. */
const DROP_LOG_INTERVAL_MS = 1000;

export interface WebhookSettings extends SenderSettings {
  /** Bytes of one form-encoded body; a longer one is dropped. */
  readonly bodyBytesMax: number;
  readonly queue: QueueLimits;
}

export const WEBHOOK_DEFAULTS: WebhookSettings = Object.freeze({
  policy: Object.freeze({ allowHttp: false, allowLoopback: false }),
  connectTimeoutMs: 2000,
  totalTimeoutMs: 5000,
  additionalAuthorities: [],
  bodyBytesMax: 262_144,
  queue: Object.freeze({
    runningPerEndpointMax: 4,
    runningPerClientMax: 32,
    runningMax: 256,
    waitingPerEndpointMax: 1000,
    bytesPerClientMax: 8_388_608,
    bytesMax: 67_108_864,
    // Measured: as many deliveries a second as with 8, and a third of the delay to other work.
    startsPerTurnMax: 2,
  }),
});

export interface WebhookNetwork {
  readonly resolve?: ResolveHost;
  /** Sends over the network; HTTP and HTTPS of Node when absent. */
  readonly post?: Post;
}

export interface DispatcherDeps extends WebhookNetwork {
  readonly store: WebhookStore;
  readonly deliveryLog: Pick<DeliveryLog, 'record'>;
  readonly log: Pick<Logger, 'debug' | 'warn' | 'error'>;
  readonly settings?: Partial<WebhookSettings>;
  readonly timers?: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  /** What signatures are dated with, by which receivers know old ones; absent: `nowMs`. */
  readonly signedMs?: () => number;
}

/** One webhook for one registration, which a row of the database keeps until its delivery has ended. */
export interface Delivery {
  /** Stays the same when an attempt is made again. */
  readonly id: string;
  readonly clientId: string;
  readonly method: string;
  readonly target: WebhookTarget;
  readonly form: string;
  /** The records that the webhook is about. */
  readonly about: readonly RecordKey[];
  /** Whether it carries User-Agent and X-SVC-Token: webhooks of the venue do not (V33). */
  readonly identified: boolean;
  /** When it was fired, in milliseconds since 1970. */
  readonly timeMs: number;
  /** Attempts that were made before. */
  readonly attempts: number;
  /** It was left for later before; its registration may have ended since. */
  readonly isPostponed?: boolean;
  /** The value of the header X-Sandbox-Fault, where a client of the sandbox asked for a fault (Z10). */
  readonly fault?: string;
}

/** How a delivery reports to the outbox. */
export interface DeliveryHooks {
  /** Called once the attempt is recorded; with the time of the next one, in milliseconds since 1970, or null. */
  ended(retryAtMs: number | null): void;
  /** Nothing was sent, because the key or the tokens could not be read: it is tried again at this time. */
  postponed?(dueMs: number): void;
  /** The sandbox sends it at this time: no attempt was made. */
  late?(dueMs: number): void;
  /** Called right before the attempt: true postpones it, because an earlier delivery about its record waits. */
  holds?(): boolean;
}

interface QueuedDelivery extends Delivery, Job {
  readonly about: readonly RecordKey[];
  readonly clientId: string;
  /** The URL without its query, for the record. */
  readonly location: string;
  readonly hooks: DeliveryHooks;
}

/** Takes deliveries from the outbox, sends each when its queue lets it, and records every attempt (C40 to C46). */
export class Dispatcher {
  readonly #store: WebhookStore;
  readonly #deliveryLog: DispatcherDeps['deliveryLog'];
  readonly #log: DispatcherDeps['log'];
  readonly #settings: WebhookSettings;
  readonly #nowMs: () => number;
  readonly #signedMs: () => number;
  readonly #timers: Pick<Timers, 'nowMs' | 'after'>;
  readonly #sender: Sender;
  readonly #queue: EndpointQueues<QueuedDelivery>;
  readonly #stop = new AbortController();
  #stopping = false;
  #unreportedDrops = 0;
  #dropsReportedAtMs = Number.NEGATIVE_INFINITY;

  constructor({
    store,
    deliveryLog,
    log,
    settings = {},
    nowMs = Date.now,
    signedMs = nowMs,
    ...network
  }: DispatcherDeps) {
    const { timers = systemTimers, post } = network;
    this.#store = store;
    this.#deliveryLog = deliveryLog;
    this.#log = log;
    this.#settings = { ...WEBHOOK_DEFAULTS, ...settings };
    this.#nowMs = nowMs;
    this.#signedMs = signedMs;
    this.#timers = timers;
    // Half the time to connect: when one address family gets no answer, the other one's is still of use.
    const resolve = network.resolve ?? createResolver(this.#settings.connectTimeoutMs / 2);
    this.#sender = new Sender(this.#settings, resolve, { post, after: timers.after });
    this.#queue = new EndpointQueues<QueuedDelivery>(this.#settings.queue, timers.soon);
  }

  /**
   * Takes a delivery; false when its queue or its client has no room, or the service stops: it stays in the outbox.
   * `hooks.ended` is called once its attempt is recorded, but not when a stop cuts it off.
   */
  offer(delivery: Delivery, hooks: DeliveryHooks): boolean {
    if (this.#stopping) return false;
    const queued: QueuedDelivery = {
      ...delivery,
      ...destinationOf(delivery.target.url),
      hooks,
      // The form is percent-encoded, so its length is its bytes.
      bytes: delivery.form.length + OVERHEAD_BYTES,
      run: () => this.#attempt(queued),
    };
    if (delivery.form.length <= this.#settings.bodyBytesMax) return this.#queue.offer(queued);
    this.#drop(queued, 'body too large');
    return true;
  }

  /** For metrics: deliveries that wait and run, and the bytes they hold. */
  load(): { readonly waiting: number; readonly running: number; readonly bytes: number } {
    return { waiting: this.#queue.waiting, running: this.#queue.running, bytes: this.#queue.bytes };
  }

  /**
   * For stopping: takes nothing more and finishes waiting deliveries within a time in milliseconds, then cuts off those
   * under way; the rest waits in the outbox for the next start. Every delivery that ended is recorded when this
   * resolves; true when all were finished in time.
   */
  async drain(timeoutMs: number): Promise<boolean> {
    this.#stopping = true;
    const timeIsUp = Promise.withResolvers<false>();
    const cancel = this.#timers.after(timeoutMs, () => timeIsUp.resolve(false));
    const finished = await Promise.race([this.#queue.idle().then(() => true), timeIsUp.promise]);
    cancel();
    this.#stop.abort();
    this.#queue.clear();
    await this.#queue.idle();
    this.#reportDrops();
    return finished;
  }

  async #attempt(delivery: QueuedDelivery): Promise<void> {
    if (delivery.hooks.holds?.()) return;
    if ((delivery.attempts > 0 || delivery.isPostponed === true) && !(await this.#isRegistered(delivery))) {
      this.#drop(delivery, 'registration ended');
      return;
    }
    const startMs = this.#timers.nowMs();
    const result = await this.#sender.send(delivery.target.url, () => this.#prepare(delivery), this.#stop.signal);
    // Cut off by the stop: it is sent again after the next start.
    if (this.#stop.signal.aborted && result.detail === 'stopping') return;
    const readAtMs = result.detail === UNREADABLE ? nextReadMs(delivery.timeMs, this.#nowMs()) : null;
    if (readAtMs !== null && delivery.hooks.postponed !== undefined) return delivery.hooks.postponed(readAtMs);
    const retryAtMs = this.#retryOf(delivery, result);
    this.#record(delivery, { ...result, ...(retryAtMs === null ? {} : { retryAtMs }) }, this.#timers.nowMs() - startMs);
    delivery.hooks.ended(retryAtMs);
  }

  #retryOf({ target, timeMs, attempts }: Delivery, { outcome }: AttemptResult): number | null {
    if (target.retries !== true || outcome === 'delivered') return null;
    return nextAttemptMs(timeMs, attempts + 1, this.#nowMs());
  }

  /** A registration that cannot be looked up counts as there. */
  async #isRegistered({ clientId, method, target }: Delivery): Promise<boolean> {
    try {
      return (await this.#store.targetsOf(clientId, method)).some(({ id }) => id === target.id);
    } catch {
      return true;
    }
  }

  /** Without its key a delivery waits: nothing is sent plain or unsigned. */
  async #prepare({ id, clientId, identified, target, form, fault }: Delivery): Promise<WebhookRequest> {
    try {
      const nowMs = this.#signedMs();
      return await webhookRequestOf(this.#store, {
        id,
        clientId,
        webhookId: target.id,
        form,
        identified,
        fault,
        nowMs,
      });
    } catch (error) {
      this.#log.error({ err: error, clientId }, 'webhook key or tokens could not be read');
      throw error;
    }
  }

  #drop(delivery: QueuedDelivery, detail: string): void {
    this.#unreportedDrops += 1;
    if (this.#nowMs() - this.#dropsReportedAtMs >= DROP_LOG_INTERVAL_MS) this.#reportDrops();
    this.#logAttempt(recordOf(delivery, { outcome: 'dropped', httpStatus: null, detail }, 0));
    delivery.hooks.ended(null);
  }

  #reportDrops(): void {
    if (this.#unreportedDrops === 0) return;
    this.#log.warn({ dropped: this.#unreportedDrops, ...this.load() }, 'webhooks dropped');
    this.#unreportedDrops = 0;
    this.#dropsReportedAtMs = this.#nowMs();
  }

  #record(delivery: QueuedDelivery, result: Attempted, durationMs: number): void {
    const record = recordOf(delivery, result, Math.round(durationMs));
    if (record.outcome === 'delivered') this.#log.debug({ delivery: record }, 'webhook delivered');
    else this.#log.warn({ delivery: record }, 'webhook not delivered');
    this.#logAttempt(record);
  }

  #logAttempt(record: WebhookDeliveryRecord): void {
    try {
      this.#deliveryLog.record(record);
    } catch (error) {
      this.#log.error({ err: error, delivery: record }, 'webhook delivery could not be recorded');
    }
  }
}

type Attempted = AttemptResult & Pick<WebhookDeliveryRecord, 'retryAtMs'>;

function recordOf(
  { id, clientId, method, timeMs, target, location, attempts }: QueuedDelivery,
  result: Attempted,
  durationMs: number,
): WebhookDeliveryRecord {
  const attempt = attempts + 1;
  return { id, webhookId: target.id, clientId, method, url: location, timeMs, durationMs, attempt, ...result };
}
