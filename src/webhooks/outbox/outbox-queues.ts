/**
 * From the rows of the outbox to the dispatcher: new rows are offered at once; those that find their queue full stay in
 * the database and are read again when the queue has emptied, in the order of writing, as are rows of a later attempt
 * at its time (C78). Nothing is read while all queues keep up.
 */

import type { Logger } from 'pino';
import type { Db } from '../../database/schema/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import { violated } from '../../invariant.ts';
import { jobFailed } from '../../time/failed-jobs.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds } from '../../time/units.ts';
import { type Delivery, type Dispatcher, nextReadMs } from '../delivery/index.ts';
import { destinationOf } from '../registry/index.ts';
import { Counts } from './counts.ts';
import { DueTimes } from './due-times.ts';
import { keyOf, newQueue, nextDueMs, nextRows, type OutboxQueue, PAGE_ROWS, postponedRows } from './outbox-queue.ts';
import { aboutOf, openedDelivery, type SealedDelivery, type StoredRow, sealedDeliveryOf } from './outbox-rows.ts';
import type { WakeAt } from './wakes.ts';

export interface OutboxQueuesDeps {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly nowUs: () => Microseconds;
  readonly after: Timers['after'];
  readonly wakeAt: WakeAt;
  /** Ends a delivery without an attempt. */
  readonly drop: (delivery: SealedDelivery, detail: string) => void;
  /** Called when the last row of a client is gone, as far as is known. */
  readonly idle: (clientId: string) => void;
  readonly log: Pick<Logger, 'error'>;
}

/** A queue with untaken rows is read again when at most this many of its deliveries are left. */
const OPEN_LOW = 50;
/** Until the next try where the database was unavailable, or the room of the client was used up by other queues. */
const RETRY_MS = 1000;
/** A delivery waits at least so long for an earlier one about its record. */
const HELD_MS_MIN = 1000;

export class OutboxQueues {
  readonly #deps: OutboxQueuesDeps;
  readonly #queues = new Map<string, OutboxQueue>();
  /** How many queues each client has. */
  readonly #receivers = new Counts();
  readonly #queueOfDelivery = new Map<string, OutboxQueue>();
  readonly #dueTimes: DueTimes;
  readonly #nowMs = () => this.#deps.nowUs() / 1000;
  /** Ids of those that wait because their body, key or tokens could not be read at the last try. */
  readonly #unreadable = new Set<string>();
  #stopped = false;

  constructor(deps: OutboxQueuesDeps) {
    this.#deps = deps;
    this.#dueTimes = new DueTimes(deps);
  }

  get unreadable(): number {
    return this.#unreadable.size;
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
    // Read once: a record that is kept twice would hold up the webhooks after it for good.
    this.#queueOf(clientId, receiver).recordsKnown ??= false;
    this.stored(clientId, receiver);
  }

  /** Another process has stored a row of this queue. */
  stored(clientId: string, receiver: string): void {
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
    this.#unreadable.delete(deliveryId);
    this.#discardIfIdle(queue);
    return queue.clientId;
  }

  /** Whether rows are read or delivered, or times are written. */
  get isBusy(): boolean {
    return this.#dueTimes.isBusy || this.#queues.values().some(({ open, reading }) => open > 0 || reading);
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
      this.#receivers.change(clientId, 1);
    }
    return queue;
  }

  #take(queue: OutboxQueue, delivery: Delivery): boolean {
    // Before it is offered: what cannot be sent ends at once.
    queue.open++;
    this.#keep(queue, delivery.id);
    const isTaken = this.#deps.dispatcher.offer(delivery, {
      ended: (retryAtMs) => this.#ended(queue, delivery, retryAtMs),
      postponed: (dueMs) => {
        this.#unreadable.add(delivery.id);
        this.#ended(queue, delivery, dueMs, 0);
      },
      late: (dueMs) => this.#ended(queue, delivery, dueMs, 0),
      holds: () => this.#holds(queue, delivery),
    });
    if (isTaken) return true;
    queue.open--;
    queue.taken.delete(delivery.id);
    this.#queueOfDelivery.delete(delivery.id);
    return false;
  }

  #keep(queue: OutboxQueue, id: string): void {
    queue.taken.add(id);
    this.#queueOfDelivery.set(id, queue);
    this.#unreadable.delete(id);
  }

  #ended(queue: OutboxQueue, delivery: Delivery, retryAtMs: number | null, attempts = 1): void {
    if (queue.open-- === 0) violated('C71', `webhook ${delivery.id} ended, and none of its queue is under way`);
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
  #postpone(queue: OutboxQueue, { id, attempts }: SealedDelivery, dueMs: number, then: () => void = () => {}): void {
    const written = () => {
      queue.taken.delete(id);
      this.#queueOfDelivery.delete(id);
      this.#wakeAt(queue, dueMs);
      then();
    };
    this.#dueTimes.postpone({ id, dueMs, attempts, written });
  }

  #wakeAt(queue: OutboxQueue, dueMs: number): void {
    if (dueMs >= queue.wakeAtMs || this.#stopped) return;
    queue.cancelWake();
    queue.wakeAtMs = dueMs;
    queue.cancelWake = this.#deps.wakeAt(dueMs, () => {
      queue.wakeAtMs = Number.POSITIVE_INFINITY;
      queue.hasUntaken = true;
      this.#readSoon(queue);
    });
  }

  #discardIfIdle(queue: OutboxQueue): void {
    const { clientId, taken, hasUntaken, reading, records, wakeAtMs } = queue;
    if (taken.size > 0 || hasUntaken || reading || !records.isEmpty || Number.isFinite(wakeAtMs)) return;
    if (!this.#queues.delete(keyOf(clientId, queue.receiver))) return;
    if (this.#receivers.change(clientId, -1) === 0) this.#deps.idle(clientId);
  }

  #leaveUntaken(queue: OutboxQueue): void {
    queue.hasUntaken = true;
    // No delivery of this queue will end and make room: other queues of the client use it.
    if (queue.open === 0) this.#retry(queue);
  }

  #retry(queue: OutboxQueue): void {
    if (!this.#stopped) this.#deps.after(RETRY_MS, () => this.#readSoon(queue));
  }

  #readSoon(queue: OutboxQueue): void {
    queue.again = true;
    if (queue.reading || queue.open > OPEN_LOW || this.#stopped) return;
    queue.reading = true;
    void this.#read(queue).finally(() => {
      queue.reading = false;
      // A row that was stored after the last page was read.
      if (queue.again) this.#readSoon(queue);
      this.#discardIfIdle(queue);
    });
  }

  async #read(queue: OutboxQueue): Promise<void> {
    try {
      if (queue.recordsKnown === false) await this.#learnRecords(queue);
      let readAtUs = this.#deps.nowUs();
      while (queue.again && !this.#stopped) {
        queue.again = false;
        readAtUs = this.#deps.nowUs();
        const rows = await nextRows(this.#deps.db, queue, readAtUs);
        if (!(await this.#takeRows(queue, rows))) return this.#leaveUntaken(queue);
        queue.again ||= rows.length === PAGE_ROWS;
        queue.hasUntaken = queue.again;
      }
      this.#wakeAt(queue, await nextDueMs(this.#deps.db, queue, readAtUs));
    } catch (error) {
      jobFailed(this.#deps.log, 'waiting webhooks could not be read', error, { clientId: queue.clientId });
      // Discarded now, it would be read besides the next queue of its receiver, and rows would be sent twice.
      queue.hasUntaken = true;
      queue.again = false;
      this.#retry(queue);
    }
  }

  /**
   * Takes the rows in their order; false where one finds no room. A row that cannot be opened now is left for later:
   * the others of its queue do not wait for it.
   */
  async #takeRows(queue: OutboxQueue, rows: readonly StoredRow[]): Promise<boolean> {
    const { secrets, log } = this.#deps;
    const postponed: Promise<void>[] = [];
    let failure: unknown;
    let hasRoom = true;
    for (const row of rows) {
      const delivery = openedDelivery(row, secrets);
      if (delivery instanceof Error) {
        failure = delivery;
        postponed.push(this.#leaveSealed(queue, sealedDeliveryOf(row)));
        continue;
      }
      hasRoom = this.#take(queue, delivery);
      if (!hasRoom) break;
    }
    if (postponed.length > 0) {
      const about = { clientId: queue.clientId, webhooks: postponed.length };
      log.error({ err: failure, ...about }, 'webhooks cannot be opened; tried again');
      // The next rows are read once these have their times: no more of them are in memory.
      await Promise.all(postponed);
    }
    return hasRoom;
  }

  /** As long as webhooks are tried, it waits for the key of its body. Resolves once that is written. */
  #leaveSealed(queue: OutboxQueue, delivery: SealedDelivery): Promise<void> {
    const { id, target, timeMs } = delivery;
    this.#keep(queue, id);
    // One that waits for an earlier one about its record keeps its place.
    const earlierMs = target.ordered ? queue.records.waitsForMs(delivery) : undefined;
    const dueMs = nextReadMs(timeMs, this.#nowMs()) ?? (earlierMs && Math.max(earlierMs, this.#nowMs() + HELD_MS_MIN));
    if (dueMs === undefined) {
      if (target.ordered) queue.records.remove(delivery);
      this.#deps.drop(delivery, 'body unreadable');
      return Promise.resolve();
    }
    this.#unreadable.add(id);
    if (target.ordered) queue.records.putLast(delivery, dueMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#postpone(queue, delivery, dueMs, resolve);
    return promise;
  }

  /** Deliveries that an earlier run postponed, in the order of writing. */
  async #learnRecords(queue: OutboxQueue): Promise<void> {
    const rows = await postponedRows(this.#deps.db, queue);
    for (const { id, webhook_id, about, due_at } of rows) {
      queue.records.putLast({ id, target: { id: webhook_id }, about: aboutOf(about) }, due_at / 1000);
    }
    queue.recordsKnown = true;
  }
}
