/**
 * From the rows of the outbox to the dispatcher: new rows are offered at once; those that find their queue full stay in
 * the database and are read again when the queue has emptied, in the order of writing, as are rows of a later attempt
 * at its time (C78). Nothing is read while all queues keep up.
 */

import type { Logger } from 'pino';
import { ownedBy } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds } from '../../time/units.ts';
import type { Delivery, Dispatcher } from '../delivery/index.ts';
import { destinationOf } from '../registry/index.ts';
import { DueTimes } from './due-times.ts';
import { aboutOf, deliveryOf } from './outbox-rows.ts';
import { WaitingRecords } from './waiting-records.ts';

export interface OutboxQueuesOptions {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly nowUs: () => Microseconds;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** The webhooks of a client to one receiver. */
interface OutboxQueue {
  readonly clientId: string;
  readonly receiver: string;
  /** Deliveries that were taken and whose rows are still in the database. */
  readonly taken: Set<string>;
  /** Those of them that have not ended. */
  open: number;
  /** True while the database has rows that were not taken yet. */
  hasUntaken: boolean;
  reading: boolean;
  /** A row was written since the last reading began. */
  again: boolean;
  /** Deliveries that wait because of a record; known once those from before the start are read. */
  readonly records: WaitingRecords;
  recordsKnown: boolean;
  /** When due rows are read next, in milliseconds since 1970; Infinity: no row is due at a time. */
  wakeAtMs: number;
  cancelWake: () => void;
}

/** A queue with untaken rows is read again when at most this many of its deliveries are left. */
const OPEN_LOW = 50;
/** Rows read at once, and opened in one turn of the event loop. */
const PAGE_ROWS = 100;
/** Until the next try where the database was unavailable, or the room of the client was used up by other queues. */
const RETRY_MS = 1000;
/** A delivery waits at least so long for an earlier one about its record. */
const HELD_MS_MIN = 1000;

export class OutboxQueues {
  readonly #options: OutboxQueuesOptions;
  readonly #queues = new Map<string, OutboxQueue>();
  readonly #queueOfDelivery = new Map<string, OutboxQueue>();
  readonly #dueTimes: DueTimes;
  #stopped = false;

  constructor(options: OutboxQueuesOptions) {
    this.#options = options;
    this.#dueTimes = new DueTimes(options);
  }

  /** A row that was committed just now. */
  send(delivery: Delivery): void {
    const queue = this.#queueOf(delivery.clientId, destinationOf(delivery.target.url).receiver);
    // A reading may have found the row before its commit was reported.
    if (queue.taken.has(delivery.id)) return;
    if (queue.hasUntaken) this.#readSoon(queue);
    else if (!this.#take(queue, delivery)) this.#leaveUntaken(queue);
  }

  /** There are rows of this queue from before the start. */
  resume(clientId: string, receiver: string): void {
    this.#queueOf(clientId, receiver).recordsKnown = false;
    this.look(clientId, receiver);
  }

  /** Another process has stored a row of this queue. */
  look(clientId: string, receiver: string): void {
    const queue = this.#queueOf(clientId, receiver);
    queue.hasUntaken = true;
    this.#readSoon(queue);
  }

  /** Whose delivery it was; undefined for one that is not of the outbox. Its row is gone. */
  removed(deliveryId: string): string | undefined {
    const queue = this.#queueOfDelivery.get(deliveryId);
    if (queue === undefined) return undefined;
    this.#queueOfDelivery.delete(deliveryId);
    queue.taken.delete(deliveryId);
    this.#discardIfIdle(queue);
    return queue.clientId;
  }

  /** From now on rows stay where they are, for the next start. */
  stop(): void {
    this.#stopped = true;
    this.#dueTimes.stop();
    for (const queue of this.#queues.values()) queue.cancelWake();
  }

  #queueOf(clientId: string, receiver: string): OutboxQueue {
    const key = keyOf(clientId, receiver);
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = newQueue(clientId, receiver);
      this.#queues.set(key, queue);
    }
    return queue;
  }

  #take(queue: OutboxQueue, delivery: Delivery): boolean {
    // Before it is offered: what cannot be sent ends at once.
    queue.open++;
    queue.taken.add(delivery.id);
    this.#queueOfDelivery.set(delivery.id, queue);
    const isTaken = this.#options.dispatcher.offer(delivery, {
      ended: (retryAtMs) => this.#ended(queue, delivery, retryAtMs),
      postponed: (dueMs) => this.#ended(queue, delivery, dueMs, 0),
      holds: () => this.#holds(queue, delivery),
    });
    if (isTaken) return true;
    queue.open--;
    queue.taken.delete(delivery.id);
    this.#queueOfDelivery.delete(delivery.id);
    return false;
  }

  #ended(queue: OutboxQueue, delivery: Delivery, retryAtMs: number | null, attempts = 1): void {
    queue.open--;
    if (retryAtMs !== null) {
      if (delivery.target.ordered) queue.records.putFirst(delivery, retryAtMs);
      this.#postpone(queue, { ...delivery, attempts: delivery.attempts + attempts }, retryAtMs);
    }
    if (queue.hasUntaken) this.#readSoon(queue);
  }

  /** Whether the delivery waits for an earlier one about one of its records. */
  #holds(queue: OutboxQueue, delivery: Delivery): boolean {
    if (!delivery.target.ordered) return false;
    const untilMs = queue.records.waitsForMs(delivery);
    if (untilMs === undefined) {
      queue.records.remove(delivery);
      return false;
    }
    const dueMs = Math.max(untilMs, this.#nowMs() + HELD_MS_MIN);
    queue.records.putLast(delivery, dueMs);
    queue.open--;
    this.#postpone(queue, delivery, dueMs);
    if (queue.hasUntaken) this.#readSoon(queue);
    return true;
  }

  /** It counts as taken until its row has the time: else it would be read again at once. */
  #postpone(queue: OutboxQueue, { id, attempts }: Delivery, dueMs: number): void {
    const written = () => {
      queue.taken.delete(id);
      this.#queueOfDelivery.delete(id);
      this.#wakeAt(queue, dueMs);
    };
    this.#dueTimes.postpone({ id, dueMs, attempts, written });
  }

  #wakeAt(queue: OutboxQueue, dueMs: number): void {
    if (dueMs >= queue.wakeAtMs || this.#stopped) return;
    queue.cancelWake();
    queue.wakeAtMs = dueMs;
    queue.cancelWake = this.#options.after(Math.max(0, Math.ceil(dueMs - this.#nowMs())), () => {
      queue.wakeAtMs = Number.POSITIVE_INFINITY;
      queue.hasUntaken = true;
      this.#readSoon(queue);
    });
  }

  #discardIfIdle(queue: OutboxQueue): void {
    const { taken, hasUntaken, reading, records, wakeAtMs } = queue;
    if (taken.size > 0 || hasUntaken || reading || !records.isEmpty || Number.isFinite(wakeAtMs)) return;
    this.#queues.delete(keyOf(queue.clientId, queue.receiver));
  }

  #nowMs(): number {
    return this.#options.nowUs() / 1000;
  }

  #leaveUntaken(queue: OutboxQueue): void {
    queue.hasUntaken = true;
    // No delivery of this queue will end and make room: other queues of the client use it.
    if (queue.open === 0) this.#retry(queue);
  }

  #retry(queue: OutboxQueue): void {
    if (!this.#stopped) this.#options.after(RETRY_MS, () => this.#readSoon(queue));
  }

  #readSoon(queue: OutboxQueue): void {
    queue.again = true;
    if (queue.reading || queue.open > OPEN_LOW || this.#stopped) return;
    queue.reading = true;
    void this.#read(queue).finally(() => {
      queue.reading = false;
      this.#discardIfIdle(queue);
    });
  }

  async #read(queue: OutboxQueue): Promise<void> {
    try {
      if (!queue.recordsKnown) await this.#learnRecords(queue);
      let readAtUs = this.#options.nowUs();
      while (queue.again && !this.#stopped) {
        queue.again = false;
        readAtUs = this.#options.nowUs();
        const rows = await this.#nextRows(queue, readAtUs);
        for (const row of rows) {
          if (this.#take(queue, deliveryOf(row, this.#options.secrets))) continue;
          return this.#leaveUntaken(queue);
        }
        queue.again ||= rows.length === PAGE_ROWS;
        queue.hasUntaken = queue.again;
      }
      this.#wakeAt(queue, await this.#nextDueMs(queue, readAtUs));
    } catch (error) {
      const { clientId } = queue;
      this.#options.log.error({ err: error, clientId }, 'waiting webhooks could not be read; tried again');
      this.#retry(queue);
    }
  }

  /** Those that nobody has taken and that were due at a time, in the order of writing. */
  async #nextRows({ clientId, receiver, taken }: OutboxQueue, atUs: Microseconds) {
    const due = await this.#options.db
      .selectFrom('webhook_outbox')
      .select('delivery_id')
      .where(ownedBy(clientId))
      .where('receiver', '=', receiver)
      .where('due_at', '<=', atUs)
      .orderBy('outbox_seq')
      .limit(taken.size + PAGE_ROWS)
      .execute();
    const ids = due.map((row) => row.delivery_id).filter((id) => !taken.has(id));
    if (ids.length === 0) return [];
    const next = this.#options.db.selectFrom('webhook_outbox').selectAll().orderBy('outbox_seq');
    return next.where('delivery_id', 'in', ids.slice(0, PAGE_ROWS)).execute();
  }

  /** Of those that were not due at the time: one that became due since then was not read. */
  async #nextDueMs({ clientId, receiver }: OutboxQueue, atUs: Microseconds): Promise<number> {
    const { due } = await this.#options.db
      .selectFrom('webhook_outbox')
      .select((row) => row.fn.min<number | null>('due_at').as('due'))
      .where(ownedBy(clientId))
      .where('receiver', '=', receiver)
      .where('due_at', '>', atUs)
      .executeTakeFirstOrThrow();
    return due === null ? Number.POSITIVE_INFINITY : due / 1000;
  }

  /** Deliveries that an earlier run postponed, in the order of writing. */
  async #learnRecords(queue: OutboxQueue): Promise<void> {
    const rows = await this.#options.db
      .selectFrom('webhook_outbox')
      .select(['delivery_id as id', 'webhook_id', 'about', 'due_at'])
      .where(ownedBy(queue.clientId))
      .where('receiver', '=', queue.receiver)
      .where('due_at', '>', 0)
      .where('ordered', '=', 1)
      .orderBy('outbox_seq')
      .execute();
    for (const { id, webhook_id, about, due_at } of rows) {
      queue.records.putLast({ id, target: { id: webhook_id }, about: aboutOf(about) }, due_at / 1000);
    }
    queue.recordsKnown = true;
  }
}

function newQueue(clientId: string, receiver: string): OutboxQueue {
  return {
    clientId,
    receiver,
    taken: new Set(),
    open: 0,
    hasUntaken: false,
    reading: false,
    again: false,
    records: new WaitingRecords(),
    recordsKnown: true,
    wakeAtMs: Number.POSITIVE_INFINITY,
    cancelWake: () => {},
  };
}

function keyOf(clientId: string, receiver: string): string {
  return `${clientId}\n${receiver}`;
}
