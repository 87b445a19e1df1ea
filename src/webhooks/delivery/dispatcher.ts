/**
 * Webhook delivery: from a fired webhook to the record of each of its deliveries (C40 to C46, README.md of this
 * folder).
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RecordKey } from '../events/index.ts';
import { encodeForm } from '../events/index.ts';
import type { DeliveryLog, WebhookDeliveryRecord } from '../log/index.ts';
import type { WebhookTarget } from '../registry/index.ts';
import { type RegistrableMethod, webhookNameOf } from '../registry/index.ts';
import { AttemptFailure } from './deadline.ts';
import { EndpointQueues, type Job, type QueueLimits } from './endpoint-queues.ts';
import { createResolver, type ResolveHost } from './resolver.ts';
import { nextAttemptMs } from './retry-schedule.ts';
import { type AttemptResult, Sender, type SenderSettings, type WebhookRequest } from './sender.ts';
import type { WebhookStore } from './store.ts';
import { webhookRequestOf } from './webhook-request.ts';

/** What a delivery costs in memory in addition to its body, roughly, in bytes. */
const OVERHEAD_BYTES = 1024;
/** Drops come in floods; the log reports them at most this often. */
const DROP_LOG_INTERVAL_MS = 1000;

export interface WebhookSettings extends SenderSettings {
  /** Bytes of one form-encoded body; a longer one is dropped. */
  readonly bodyBytesMax: number;
  /** Fired webhooks of one client that wait for a store which answers later, and those of all clients. */
  readonly lookupsPerClientMax: number;
  readonly lookupsMax: number;
  readonly queue: QueueLimits;
}

export const WEBHOOK_DEFAULTS: WebhookSettings = Object.freeze({
  policy: Object.freeze({ allowHttp: false, allowLoopback: false }),
  connectTimeoutMs: 2000,
  totalTimeoutMs: 5000,
  additionalAuthorities: [],
  bodyBytesMax: 262_144,
  lookupsPerClientMax: 1000,
  lookupsMax: 10_000,
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

export interface DispatcherOptions {
  readonly store: WebhookStore;
  readonly deliveryLog: Pick<DeliveryLog, 'record'>;
  readonly log: Pick<Logger, 'debug' | 'warn' | 'error'>;
  readonly settings?: Partial<WebhookSettings>;
  readonly resolve?: ResolveHost;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
}

type Fields = Readonly<Record<string, unknown>>;
/** Fields, or what makes them where somebody is registered: most changes of the venue interest nobody. */
export type FieldsToSend = Fields | (() => Fields);

/** The records that a webhook is about. */
type About = readonly RecordKey[];

/** What a webhook was fired for. */
interface Occasion {
  readonly clientId: string;
  readonly method: RegistrableMethod;
  readonly about: About;
  /** Whether it carries User-Agent and X-SVC-Token: those that the venue sends do not (V33). */
  readonly identified: boolean;
  readonly timeMs: number;
  /** Fired after the stop began. */
  readonly late: boolean;
}

/** One webhook for one registration, which a row of the database keeps until its delivery has ended. */
export interface Delivery {
  /** Stays the same when an attempt is made again. */
  readonly id: string;
  readonly clientId: string;
  readonly method: RegistrableMethod;
  readonly target: WebhookTarget;
  readonly form: string;
  readonly about: About;
  readonly identified: boolean;
  /** When it was fired, in milliseconds since 1970. */
  readonly timeMs: number;
  /** Attempts that were made before. */
  readonly attempts: number;
}

/** How a delivery reports to the outbox. */
export interface DeliveryHooks {
  /** Called once the attempt is recorded; with the time of the next one, in milliseconds since 1970, or null. */
  ended(retryAtMs: number | null): void;
  /** Called right before the attempt: true postpones it, because an earlier delivery about its record waits. */
  holds?(): boolean;
}

interface Fired extends Omit<Occasion, 'method' | 'timeMs' | 'late'> {
  readonly method: string;
  readonly fields: FieldsToSend;
}

interface Firing {
  readonly occasion: Occasion;
  readonly fields: FieldsToSend;
}

/** One delivery, waiting or under way. It holds only the encoded body, so that its bytes count all that it keeps. */
interface QueuedDelivery extends Job {
  readonly id: string;
  readonly occasion: Occasion;
  readonly target: WebhookTarget;
  readonly form: string;
  /** The URL without its query, for the record. */
  readonly location: string;
  /** Attempts that were made before. */
  readonly attempts: number;
  /** Of a delivery. A stop of the service ends none. */
  readonly hooks: DeliveryHooks | undefined;
}

export class Dispatcher {
  readonly #store: WebhookStore;
  readonly #deliveryLog: DispatcherOptions['deliveryLog'];
  readonly #log: DispatcherOptions['log'];
  readonly #settings: WebhookSettings;
  readonly #nowMs: () => number;
  readonly #sender: Sender;
  readonly #queue: EndpointQueues<QueuedDelivery>;
  /** Per client, what was fired while the store looked up something earlier: the order of firing holds. */
  readonly #lookups = new Map<string, Firing[]>();
  #lookupsWaiting = 0;
  readonly #lookupsUnderWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #stopping = false;
  #unreportedDrops = 0;
  #dropsReportedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ store, deliveryLog, log, settings = {}, resolve, nowMs = Date.now }: DispatcherOptions) {
    this.#store = store;
    this.#deliveryLog = deliveryLog;
    this.#log = log;
    this.#settings = { ...WEBHOOK_DEFAULTS, ...settings };
    this.#nowMs = nowMs;
    // Half the time to connect: when one address family gets no answer, the other one's is still of use.
    this.#sender = new Sender(this.#settings, resolve ?? createResolver(this.#settings.connectTimeoutMs / 2));
    this.#queue = new EndpointQueues<QueuedDelivery>(this.#settings.queue);
  }

  /**
   * Sends the webhook of a completed method to each URL that the client registered for it, with the identifying
   * headers. Returns at once, never throws; what cannot be sent is dropped and recorded. fields must not change
   * afterwards. What is about one record goes to each receiver one after the other, in the order of firing.
   */
  fire(clientId: string, method: string, fields: FieldsToSend, about: About = []): void {
    this.#fire({ clientId, method, fields, about, identified: true });
  }

  /** The same for webhooks that the venue itself sends: without the identifying headers (V33). */
  fireFromVenue(clientId: string, method: string, fields: FieldsToSend, about: About = []): void {
    this.#fire({ clientId, method, fields, about, identified: false });
  }

  /**
   * Takes a delivery; false when its queue or its client has no room, or the service stops: it stays in the outbox.
   * `hooks.ended` is called once its attempt is recorded, but not when a stop cuts it off.
   */
  offer({ id, target, form, attempts, ...fired }: Delivery, hooks: DeliveryHooks): boolean {
    if (this.#stopping) return false;
    const delivery = this.#deliveryOf({ ...fired, late: false }, target, form, { id, attempts, hooks });
    if (form.length <= this.#settings.bodyBytesMax) return this.#queue.offer(delivery);
    this.#drop(delivery, 'body too large');
    return true;
  }

  /** For metrics: deliveries that wait and run, and the bytes they hold. */
  load(): { readonly waiting: number; readonly running: number; readonly bytes: number } {
    return { waiting: this.#queue.waiting, running: this.#queue.running, bytes: this.#queue.bytes };
  }

  /**
   * For stopping: takes nothing more and finishes what was fired, within a time in milliseconds; then what is under
   * way is cut off, and waiting webhooks are dropped; those of the outbox wait for the next start. Every delivery
   * that ended is recorded when this resolves; true when all were finished in time.
   */
  async drain(timeoutMs: number): Promise<boolean> {
    this.#stopping = true;
    const timeIsUp = Promise.withResolvers<false>();
    const timer = setTimeout(() => timeIsUp.resolve(false), timeoutMs);
    const finished = await Promise.race([this.#finished(), timeIsUp.promise]);
    clearTimeout(timer);
    this.#stop.abort();
    this.#lookups.clear();
    for (const delivery of this.#queue.clear()) if (delivery.hooks === undefined) this.#drop(delivery, 'stopping');
    await this.#queue.idle();
    this.#reportDrops();
    return finished;
  }

  async #finished(): Promise<true> {
    while (this.#lookupsUnderWay.size > 0) await Promise.all(this.#lookupsUnderWay);
    await this.#queue.idle();
    return true;
  }

  #fire(fired: Fired): void {
    const { clientId, fields, about, identified } = fired;
    try {
      const method = webhookNameOf(fired.method);
      if (method === undefined) return;
      const earlier = this.#lookups.get(clientId);
      const targets = earlier === undefined ? this.#store.targetsOf(clientId, method) : undefined;
      // The usual case, with every order and every match: nobody is registered, and nothing is made.
      if (hasNoTargets(targets)) return;
      const late = this.#stopping;
      const firing = {
        fields,
        occasion: { clientId, method, about, identified, timeMs: this.#nowMs(), late },
      };
      if (targets !== undefined) this.#admitWhenFound(firing, targets);
      else if (earlier !== undefined) this.#awaitTurn(firing, earlier);
    } catch (error) {
      this.#log.error({ err: error, clientId, method: fired.method }, 'webhook could not be fired');
    }
  }

  /** After what the same client fired earlier; above the bounds it is dropped, for no known registration. */
  #awaitTurn(firing: Firing, line: Firing[]): void {
    if (line.length >= this.#settings.lookupsPerClientMax || this.#lookupsWaiting >= this.#settings.lookupsMax) {
      this.#countDrop();
      return;
    }
    line.push(firing);
    this.#lookupsWaiting += 1;
  }

  #admitWhenFound(firing: Firing, targets: ReturnType<WebhookStore['targetsOf']>): void {
    if (!(targets instanceof Promise)) {
      this.#admit(firing, targets);
      return;
    }
    const lookup = this.#admitInOrder(firing, targets).finally(() => this.#lookupsUnderWay.delete(lookup));
    this.#lookupsUnderWay.add(lookup);
  }

  /** For a store that answers later: this firing, then those that came meanwhile, one after the other. */
  async #admitInOrder(first: Firing, found: Promise<readonly WebhookTarget[]>): Promise<void> {
    const { clientId } = first.occasion;
    const line: Firing[] = [];
    this.#lookups.set(clientId, line);
    await this.#admitFound(first, () => found);
    for (let next = line.shift(); next !== undefined; next = line.shift()) {
      const { method } = next.occasion;
      this.#lookupsWaiting -= 1;
      await this.#admitFound(next, () => this.#store.targetsOf(clientId, method));
    }
    this.#lookups.delete(clientId);
  }

  async #admitFound(firing: Firing, find: () => ReturnType<WebhookStore['targetsOf']>): Promise<void> {
    try {
      this.#admit(firing, await find());
    } catch (error) {
      const { clientId, method } = firing.occasion;
      this.#log.error({ err: error, clientId, method }, 'webhook could not be fired');
    }
  }

  #admit(firing: Firing, targets: readonly WebhookTarget[]): void {
    if (targets.length === 0) return;
    const { occasion, fields } = firing;
    const form = encodeForm(typeof fields === 'function' ? fields() : fields);
    for (const target of targets) {
      const delivery = this.#deliveryOf(occasion, target, form);
      if (occasion.late || this.#stop.signal.aborted) this.#drop(delivery, 'stopping');
      else if (form.length > this.#settings.bodyBytesMax) this.#drop(delivery, 'body too large');
      else if (!this.#queue.offer(delivery)) this.#drop(delivery, 'queue full');
    }
  }

  #deliveryOf(
    occasion: Occasion,
    target: WebhookTarget,
    form: string,
    kept: Pick<QueuedDelivery, 'id' | 'attempts' | 'hooks'> = { id: randomUUID(), attempts: 0, hooks: undefined },
  ): QueuedDelivery {
    const url = URL.parse(target.url);
    const delivery: QueuedDelivery = {
      ...kept,
      occasion,
      target,
      form,
      clientId: occasion.clientId,
      about: occasion.about,
      location: url === null ? '' : url.origin + url.pathname,
      receiver: url?.origin ?? '',
      // The form is percent-encoded, so its length is its bytes.
      bytes: form.length + OVERHEAD_BYTES,
      run: () => this.#attempt(delivery),
    };
    return delivery;
  }

  async #attempt(delivery: QueuedDelivery): Promise<void> {
    if (delivery.hooks?.holds?.()) return;
    if (delivery.attempts > 0 && !(await this.#isRegistered(delivery))) {
      this.#drop(delivery, 'registration ended');
      return;
    }
    const start = performance.now();
    const result = await this.#sender.send(delivery.target.url, () => this.#prepare(delivery), this.#stop.signal);
    // Cut off by the stop: a delivery is sent again after the next start.
    const isCutOff = this.#stop.signal.aborted && result.detail === 'stopping';
    if (isCutOff && delivery.hooks !== undefined) return;
    const retryAtMs = this.#retryOf(delivery, result);
    this.#record(delivery, { ...result, ...(retryAtMs === null ? {} : { retryAtMs }) }, performance.now() - start);
    delivery.hooks?.ended(retryAtMs);
  }

  #retryOf({ target, occasion, attempts, hooks }: QueuedDelivery, { outcome }: AttemptResult): number | null {
    if (hooks === undefined || target.retries !== true || outcome === 'delivered') return null;
    return nextAttemptMs(occasion.timeMs, attempts + 1, this.#nowMs());
  }

  /** A registration that cannot be looked up counts as there. */
  async #isRegistered({ occasion: { clientId, method }, target }: QueuedDelivery): Promise<boolean> {
    try {
      return (await this.#store.targetsOf(clientId, method)).some(({ id }) => id === target.id);
    } catch {
      return true;
    }
  }

  /** A key that cannot be read drops the delivery. */
  async #prepare({ id, occasion: { clientId, identified }, target, form }: QueuedDelivery): Promise<WebhookRequest> {
    try {
      const nowMs = this.#nowMs();
      return await webhookRequestOf(this.#store, { id, clientId, webhookId: target.id, form, identified, nowMs });
    } catch (error) {
      this.#log.error({ err: error, clientId }, 'webhook key or tokens could not be read');
      throw new AttemptFailure('dropped', 'key or tokens unavailable');
    }
  }

  #drop(delivery: QueuedDelivery, detail: string): void {
    this.#countDrop();
    this.#logAttempt(recordOf(delivery, { outcome: 'dropped', httpStatus: null, detail }, 0));
    delivery.hooks?.ended(null);
  }

  #countDrop(): void {
    this.#unreportedDrops += 1;
    if (this.#nowMs() - this.#dropsReportedAtMs >= DROP_LOG_INTERVAL_MS) this.#reportDrops();
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

function hasNoTargets(targets: ReturnType<WebhookStore['targetsOf']> | undefined): boolean {
  return targets !== undefined && !(targets instanceof Promise) && targets.length === 0;
}

function recordOf(
  { id, occasion, target, location, attempts }: QueuedDelivery,
  result: Attempted,
  durationMs: number,
): WebhookDeliveryRecord {
  const { clientId, method, timeMs } = occasion;
  const attempt = attempts + 1;
  return { id, webhookId: target.id, clientId, method, url: location, timeMs, durationMs, attempt, ...result };
}
