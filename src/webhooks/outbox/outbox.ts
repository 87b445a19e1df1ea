/**
 * The problem: a webhook belongs to a change in the database. If it is sent before the commit, a receiver gets a
 * change that was rolled back; if it is sent after the commit from memory alone, a crash loses it.
 *
 * So the transaction of the change writes a row for each registration, with the body sealed. After the commit the row
 * is offered to its queue, one for each client and receiver. The row is removed in the transaction in which the end of
 * its delivery is logged. A start offers the rows that it finds.
 *
 * What can go wrong: the outcome of the commit is unknown (the row is looked for until the database says, see
 * uncommitted.ts); a crash between the delivery and its log entry (it is sent again, under the same id); a body, key
 * or token that cannot be read now (it waits and blocks no other, openats_webhook_unreadable); a full queue (rows stay
 * in the database and are read when the queue empties); a client with more rows than allowed (dropped and logged).
 *
 * Never: a delivery without a committed row; two ids for one event and registration where it may be written twice; a
 * row removed before the log has its end.
 */

import type { Logger } from 'pino';
import { EVERY_CLIENT, ownedBy } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import { violated } from '../../invariant.ts';
import { jobFailed, RetryPause } from '../../time/failed-jobs.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds } from '../../time/units.ts';
import type { Delivery, Dispatcher } from '../delivery/index.ts';
import type { DeliveryLog } from '../log/index.ts';
import { destinationOf, type WebhookNames, type WebhookTarget } from '../registry/index.ts';
import { ChangeWatch } from './change-watch.ts';
import { checkTargets, contentsOf } from './contents.ts';
import { Counts } from './counts.ts';
import { OutboxQueues } from './outbox-queues.ts';
import {
  type AddressedWebhook,
  deliveriesOf,
  insertDeliveries,
  keptDeliveryOf,
  type SealedDelivery,
  type Written,
} from './outbox-rows.ts';
import { Uncommitted } from './uncommitted.ts';
import { type WakeDeps, wakesOf } from './wakes.ts';
import type { KeptWebhook, OutgoingWebhook, RegistrationOutbox, WebhookOutbox } from './webhook-outbox.ts';

/** Finds the registrations of a client for a method; `targetsIn` in the transaction where they are not in memory. */
interface Registrations {
  targetsOf(clientId: string, method: string): readonly WebhookTarget[] | Promise<readonly WebhookTarget[]>;
  targetsIn(
    transaction: Db,
    clientId: string,
    method: string,
  ): readonly WebhookTarget[] | Promise<readonly WebhookTarget[]>;
}

export interface OutboxDeps extends WakeDeps {
  /** Database.background: no call waits for these reads and writes. */
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly names: WebhookNames;
  readonly registrations: Registrations;
  readonly deliveryLog: Pick<DeliveryLog, 'record' | 'onWritten'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly nowUs: () => Microseconds;
  readonly timers: Pick<Timers, 'after' | 'nowMs'>;
  /**
   * Where another process sends the webhooks: has that process look for those of a client to a receiver, and answers
   * true. Absent: this process sends them.
   */
  readonly passOn?: (clientId: string, receiver: string) => boolean;
  /** Rows of one client; further webhooks are dropped and logged. */
  readonly rowsPerClientMax: number;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/** The longest pause until the next try where the rows that are left cannot be read. */
const RETRY_MS = 5000;

/**
 * The durable webhooks (C71): a row for each registration, written with the change; after the commit it is delivered,
 * and removed in the transaction in which its delivery is logged. Rows that a crash or a stop left are delivered after
 * the next start, under the same id.
 */
export class Outbox implements WebhookOutbox, RegistrationOutbox {
  readonly #deps: OutboxDeps;
  readonly #queues: OutboxQueues;
  readonly #uncommitted: Uncommitted;
  /** By client; those of transactions under way are not in it yet. */
  readonly #rows = new Counts();
  /** Rows that a transaction under way has written: what its commit must send. */
  readonly #written = new WeakMap<Db, number>();
  /** When this process began to send: what was fired by then counts with the rows of earlier runs. */
  #startedUs: Microseconds = 0;
  /** While the rows of earlier runs are looked for: any queue may have some, which are sent before new ones. */
  #isResuming = false;
  #stopped = false;
  readonly #pause = new RetryPause(RETRY_MS);
  /** For who wants to know what changes. */
  readonly changes = new ChangeWatch();

  constructor(deps: OutboxDeps) {
    const { db, secrets, dispatcher, nowUs, timers, log } = deps;
    this.#deps = deps;
    this.#queues = new OutboxQueues({
      db,
      secrets,
      dispatcher,
      nowUs,
      after: (ms, callback) => timers.after(ms, callback),
      wakeAt: wakesOf(deps),
      drop: (delivery, detail) => this.#drop(delivery, detail),
      // Some may have ended before they were counted.
      idle: (clientId) => this.#rows.forget(clientId),
      log,
    });
    this.#uncommitted = new Uncommitted({ db, timers, found: (delivery) => this.send([delivery]), log });
    deps.deliveryLog.onWritten((ids) => this.#removed(ids));
  }

  /** Whether webhooks are being sent, or their rows written. */
  get isBusy(): boolean {
    return this.#queues.isBusy;
  }

  /** Webhooks that wait for the end of their delivery. */
  get waiting(): number {
    return this.#rows.total;
  }

  /** Those of them whose body, key or tokens could not be read at the last try. */
  get unreadable(): number {
    return this.#queues.unreadable;
  }

  /** When the oldest of them was fired, in microseconds; undefined: none waits. */
  async oldestFiredUs(): Promise<number | undefined> {
    const { db } = this.#deps;
    const oldest = db.selectFrom('webhook_outbox').select('fired_at').orderBy('outbox_seq').limit(1);
    return (await oldest.executeTakeFirst())?.fired_at;
  }

  async isRegistered(clientId: string, method: string): Promise<boolean> {
    const { names, registrations } = this.#deps;
    return (await registrations.targetsOf(clientId, names.required(method))).length > 0;
  }

  async add(transaction: Db, { clientId, method, fields, userId }: OutgoingWebhook): Promise<void> {
    if (!transaction.isTransaction) throw new Error('a webhook is added to the transaction of its change');
    const { names, registrations, nowUs } = this.#deps;
    const name = names.required(method);
    this.changes.note(transaction, { clientId, method: name, fields });
    const targets = await registrations.targetsIn(transaction, clientId, name);
    checkTargets(targets);
    if (targets.length === 0) return;
    const contents = await contentsOf(transaction, { clientId, method: name, fields, userId }, nowUs());
    const { deliveries } = await this.write(transaction, [{ contents, targets }]);
    this.#awaitCommit(transaction, deliveries);
  }

  /**
   * Adds deliveries to a transaction, one for each registration, as far as the client has room for them. They are
   * sent by `send` after the commit.
   */
  async write(transaction: Db, webhooks: readonly AddressedWebhook[]): Promise<Written> {
    let dropped = 0;
    const deliveries = webhooks.flatMap(({ contents, targets }) => {
      const all = deliveriesOf(contents, targets);
      const inRoom = all.slice(0, this.#roomOf(contents.clientId));
      for (const delivery of all.slice(inRoom.length)) this.#drop(delivery, 'outbox full');
      dropped += all.length - inRoom.length;
      return inRoom;
    });
    await insertDeliveries(transaction, this.#deps.secrets, deliveries);
    return { deliveries, dropped };
  }

  /** The deliveries are sent after the commit. */
  #awaitCommit(transaction: Db, deliveries: readonly Delivery[]): void {
    this.#written.set(transaction, (this.#written.get(transaction) ?? 0) + deliveries.length);
    this.#uncommitted.add(transaction, deliveries);
  }

  async sendTo(
    transaction: Db,
    { clientId, method, fields, userId }: OutgoingWebhook,
    target: WebhookTarget,
  ): Promise<string | undefined> {
    const { names, nowUs } = this.#deps;
    const webhook = { clientId, method: names.required(method), fields, userId };
    const contents = await contentsOf(transaction, webhook, nowUs());
    const { deliveries } = await this.write(transaction, [{ contents, targets: [target] }]);
    this.#awaitCommit(transaction, deliveries);
    return deliveries[0]?.id;
  }

  async sendAgain(transaction: Db, kept: readonly KeptWebhook[], target: WebhookTarget): Promise<number> {
    const [first] = kept;
    if (first === undefined) return 0;
    const again = kept.slice(0, this.#roomOf(first.client_id));
    const deliveries = again.map((row) => keptDeliveryOf(row, target, this.#deps));
    await insertDeliveries(transaction, this.#deps.secrets, deliveries);
    this.#awaitCommit(transaction, deliveries);
    return deliveries.length;
  }

  #roomOf(clientId: string): number {
    return Math.max(0, this.#deps.rowsPerClientMax - this.#rows.of(clientId));
  }

  committed(transaction: Db): void {
    const written = this.#written.get(transaction) ?? 0;
    const added = this.#uncommitted.addedTo(transaction);
    if (added !== written) violated('C71', `a transaction wrote ${written} webhooks, ${added} wait for its commit`);
    this.#written.delete(transaction);
    this.send(this.#uncommitted.take(transaction));
    this.changes.committed(transaction);
  }

  rolledBack(transaction: Db): void {
    this.#written.delete(transaction);
    this.#uncommitted.forget(transaction);
  }

  /** Delivers the rows of earlier runs. Returns at once; while the database is unavailable it is tried again. */
  start(): void {
    if (!this.#isResuming) this.#startedUs = this.#deps.nowUs();
    this.#isResuming = true;
    this.#resume().catch((error: unknown) => {
      const { log, timers } = this.#deps;
      jobFailed(log, 'webhooks of an earlier run could not be read', error);
      if (!this.#stopped) timers.after(this.#pause.next(), () => this.start());
    });
  }

  /** From now on rows stay for the next start. */
  stop(): void {
    this.#stopped = true;
    this.#queues.stop();
    this.#uncommitted.stop();
  }

  async #resume(): Promise<void> {
    const { db, log } = this.#deps;
    // In a transaction of the leader (J31): one before it stores no more rows once these are read.
    const queues = await db.transaction().execute((transaction) =>
      transaction
        .selectFrom('webhook_outbox')
        .select(['client_id', 'receiver'])
        // Those that are fired meanwhile are counted when they are sent.
        .select((row) => row.fn.countAll<number>().filterWhere('fired_at', '<=', this.#startedUs).as('deliveries'))
        .where(ownedBy(EVERY_CLIENT))
        .groupBy(['client_id', 'receiver'])
        .execute(),
    );
    for (const { client_id, deliveries } of queues) this.#rows.change(client_id, deliveries);
    for (const { client_id, receiver } of queues) this.#queues.resume(client_id, receiver);
    this.#isResuming = false;
    const deliveries = queues.reduce((sum, queue) => sum + queue.deliveries, 0);
    if (deliveries > 0) log.info({ deliveries }, 'webhooks of an earlier run are delivered');
  }

  /** Another process has stored webhooks of a client to a receiver. */
  stored(clientId: string, receiver: string): void {
    this.#rows.change(clientId, 1);
    this.#queues.stored(clientId, receiver);
  }

  /** Sends deliveries whose rows are committed. */
  send(deliveries: readonly Delivery[]): void {
    const { passOn } = this.#deps;
    for (const delivery of deliveries) {
      if (this.#uncommitted.has(delivery.id)) violated('C71', `webhook ${delivery.id} is sent before its commit`);
      const { receiver } = destinationOf(delivery.target.url);
      if (passOn?.(delivery.clientId, receiver)) continue;
      // A webhook of the venue has the time of its event, which may be from before the start.
      const isOfEarlier = this.#isResuming && delivery.timeMs * 1000 <= this.#startedUs;
      if (!isOfEarlier) this.#rows.change(delivery.clientId, 1);
      if (this.#isResuming) this.#queues.resume(delivery.clientId, receiver);
      else this.#queues.send(delivery);
    }
  }

  #removed(deliveryIds: readonly string[]): void {
    for (const id of deliveryIds) {
      const clientId = this.#queues.removed(id);
      // One that a reading found before its commit was reported is not counted yet, and must not be looked for.
      if (clientId !== undefined && !this.#uncommitted.ended(id)) this.#rows.change(clientId, -1);
    }
  }

  #drop({ id, target, clientId, method, timeMs }: SealedDelivery, detail: string): void {
    const url = destinationOf(target.url).location;
    const ended = { outcome: 'dropped', httpStatus: null, detail, durationMs: 0 } as const;
    this.#deps.deliveryLog.record({ id, webhookId: target.id, clientId, method, url, timeMs, ...ended });
  }
}
