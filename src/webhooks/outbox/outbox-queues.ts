/**
 * From the rows of the outbox to the delivery: what was just committed is offered at once; what finds its lane full
 * stays in the database and is read again when the lane has emptied, in the order of writing; so does what is made
 * again later, until its time (C78). Nothing is read while all lanes keep up.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { ownedBy } from '../../database/ownership.ts';
import type { Schema } from '../../database/schema.ts';
import type { Secrets } from '../../database/secrets.ts';
import type { Timers } from '../../time/timers.ts';
import type { Letter, WebhookDelivery } from '../delivery/index.ts';
import { Parking } from './due-times.ts';
import { aboutOf, letterOf, receiverOf } from './outbox-rows.ts';
import { WaitingRecords } from './waiting-records.ts';

export interface OutboxLanesOptions {
  readonly db: Kysely<Schema>;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly delivery: Pick<WebhookDelivery, 'offer'>;
  readonly nowUs: () => number;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** What a client sends to one receiver. */
interface Lane {
  readonly clientId: string;
  readonly receiver: string;
  /** Deliveries that were taken and whose rows are still in the database. */
  readonly taken: Set<string>;
  /** Those of them that have not ended. */
  open: number;
  /** Rows wait in the database that nobody has taken. */
  behind: boolean;
  reading: boolean;
  /** A row was written since the last reading began. */
  again: boolean;
  /** Letters that wait because of a record; known once those from before the start are read. */
  readonly records: WaitingRecords;
  recordsKnown: boolean;
  /** When it is read for what is due then, in milliseconds since 1970; infinite while nothing is. */
  wakeAtMs: number;
  cancelWake: () => void;
}

/** A lane that is behind is read again when so few of its deliveries are left. */
const OPEN_LOW = 50;
/** Rows read at once, and opened in one turn of the event loop. */
const PAGE_ROWS = 100;
/** Until the next try where the database was away, or the room of the client was used up by other lanes. */
const RETRY_MS = 1000;
/** A letter waits at least so long for an earlier one about its record. */
const HELD_MS_MIN = 1000;

export class OutboxLanes {
  readonly #options: OutboxLanesOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #laneOfDelivery = new Map<string, Lane>();
  readonly #parking: Parking;
  #stopped = false;

  constructor(options: OutboxLanesOptions) {
    this.#options = options;
    this.#parking = new Parking(options);
  }

  /** A row that was committed just now. */
  send(letter: Letter): void {
    const lane = this.#laneOf(letter.clientId, receiverOf(letter.target.url));
    if (lane.behind) this.#readSoon(lane);
    else if (!this.#take(lane, letter)) this.#fallBehind(lane);
  }

  /** There are rows of this lane from before the start. */
  resume(clientId: string, receiver: string): void {
    const lane = this.#laneOf(clientId, receiver);
    lane.behind = true;
    lane.recordsKnown = false;
    this.#readSoon(lane);
  }

  /** Whose delivery it was; undefined where it is none of the outbox. Its row is gone. */
  removed(deliveryId: string): string | undefined {
    const lane = this.#laneOfDelivery.get(deliveryId);
    if (lane === undefined) return undefined;
    this.#laneOfDelivery.delete(deliveryId);
    lane.taken.delete(deliveryId);
    this.#discardIfIdle(lane);
    return lane.clientId;
  }

  /** From now on rows stay where they are, for the next start. */
  stop(): void {
    this.#stopped = true;
    this.#parking.stop();
    for (const lane of this.#lanes.values()) lane.cancelWake();
  }

  #laneOf(clientId: string, receiver: string): Lane {
    const key = keyOf(clientId, receiver);
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = newLane(clientId, receiver);
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  #take(lane: Lane, letter: Letter): boolean {
    // Before it is offered: what cannot be sent ends at once.
    lane.open++;
    lane.taken.add(letter.id);
    this.#laneOfDelivery.set(letter.id, lane);
    const isTaken = this.#options.delivery.offer(letter, {
      ended: (retryAtMs) => this.#ended(lane, letter, retryAtMs),
      holds: () => this.#holds(lane, letter),
    });
    if (isTaken) return true;
    lane.open--;
    lane.taken.delete(letter.id);
    this.#laneOfDelivery.delete(letter.id);
    return false;
  }

  #ended(lane: Lane, letter: Letter, retryAtMs: number | null): void {
    lane.open--;
    if (retryAtMs !== null) {
      if (letter.target.ordered) lane.records.putFirst(letter, retryAtMs);
      this.#park(lane, { ...letter, attempts: letter.attempts + 1 }, retryAtMs);
    }
    if (lane.behind) this.#readSoon(lane);
  }

  /** Whether the letter waits for an earlier one about one of its records. */
  #holds(lane: Lane, letter: Letter): boolean {
    if (!letter.target.ordered) return false;
    const untilMs = lane.records.waitsForMs(letter);
    if (untilMs === undefined) {
      lane.records.remove(letter);
      return false;
    }
    const dueMs = Math.max(untilMs, this.#nowMs() + HELD_MS_MIN);
    lane.records.putLast(letter, dueMs);
    lane.open--;
    this.#park(lane, letter, dueMs);
    if (lane.behind) this.#readSoon(lane);
    return true;
  }

  /** It counts as taken until its row has the time: else it would be read again at once. */
  #park(lane: Lane, { id, attempts }: Letter, dueMs: number): void {
    const written = () => {
      lane.taken.delete(id);
      this.#laneOfDelivery.delete(id);
      this.#wakeAt(lane, dueMs);
    };
    this.#parking.park({ id, dueMs, attempts, written });
  }

  #wakeAt(lane: Lane, dueMs: number): void {
    if (dueMs >= lane.wakeAtMs || this.#stopped) return;
    lane.cancelWake();
    lane.wakeAtMs = dueMs;
    lane.cancelWake = this.#options.after(Math.max(0, Math.ceil(dueMs - this.#nowMs())), () => {
      lane.wakeAtMs = Number.POSITIVE_INFINITY;
      lane.behind = true;
      this.#readSoon(lane);
    });
  }

  #discardIfIdle(lane: Lane): void {
    const { taken, behind, reading, records, wakeAtMs } = lane;
    if (taken.size > 0 || behind || reading || !records.isEmpty || Number.isFinite(wakeAtMs)) return;
    this.#lanes.delete(keyOf(lane.clientId, lane.receiver));
  }

  #nowMs(): number {
    return this.#options.nowUs() / 1000;
  }

  #fallBehind(lane: Lane): void {
    lane.behind = true;
    // Nothing of its own will end and make room: other lanes of the client have it.
    if (lane.open === 0) this.#retry(lane);
  }

  #retry(lane: Lane): void {
    if (!this.#stopped) this.#options.after(RETRY_MS, () => this.#readSoon(lane));
  }

  #readSoon(lane: Lane): void {
    lane.again = true;
    if (lane.reading || lane.open > OPEN_LOW || this.#stopped) return;
    lane.reading = true;
    void this.#read(lane).finally(() => {
      lane.reading = false;
      this.#discardIfIdle(lane);
    });
  }

  async #read(lane: Lane): Promise<void> {
    try {
      if (!lane.recordsKnown) await this.#learnRecords(lane);
      while (lane.again && !this.#stopped) {
        lane.again = false;
        const rows = await this.#nextRows(lane);
        for (const row of rows) {
          if (this.#take(lane, letterOf(row, this.#options.secrets))) continue;
          return this.#fallBehind(lane);
        }
        lane.again ||= rows.length === PAGE_ROWS;
        lane.behind = lane.again;
      }
      const nextMs = await this.#nextDueMs(lane);
      if (nextMs !== undefined) this.#wakeAt(lane, nextMs);
    } catch (error) {
      this.#options.log.error(
        { err: error, clientId: lane.clientId },
        'waiting webhooks could not be read; tried again',
      );
      this.#retry(lane);
    }
  }

  /** Those that nobody has taken and that are due, in the order of writing. */
  async #nextRows({ clientId, receiver, taken }: Lane) {
    const { db, nowUs } = this.#options;
    const due = await db
      .selectFrom('webhook_outbox')
      .select('delivery_id')
      .where(ownedBy(clientId))
      .where('receiver', '=', receiver)
      .where('due_at', '<=', nowUs())
      .orderBy('outbox_seq')
      .limit(taken.size + PAGE_ROWS)
      .execute();
    const ids = due.map((row) => row.delivery_id).filter((id) => !taken.has(id));
    if (ids.length === 0) return [];
    const next = db.selectFrom('webhook_outbox').selectAll().where('delivery_id', 'in', ids.slice(0, PAGE_ROWS));
    return next.orderBy('outbox_seq').execute();
  }

  async #nextDueMs({ clientId, receiver }: Lane): Promise<number | undefined> {
    const { due } = await this.#options.db
      .selectFrom('webhook_outbox')
      .select((row) => row.fn.min<number | null>('due_at').as('due'))
      .where(ownedBy(clientId))
      .where('receiver', '=', receiver)
      .where('due_at', '>', this.#options.nowUs())
      .executeTakeFirstOrThrow();
    return due === null ? undefined : due / 1000;
  }

  /** Letters that an earlier run parked, in the order of writing. */
  async #learnRecords(lane: Lane): Promise<void> {
    const rows = await this.#options.db
      .selectFrom('webhook_outbox')
      .select(['delivery_id as id', 'webhook_id', 'about', 'due_at'])
      .where(ownedBy(lane.clientId))
      .where('receiver', '=', lane.receiver)
      .where('due_at', '>', 0)
      .where('ordered', '=', 1)
      .orderBy('outbox_seq')
      .execute();
    for (const { id, webhook_id, about, due_at } of rows) {
      lane.records.putLast({ id, target: { id: webhook_id }, about: aboutOf(about) }, due_at / 1000);
    }
    lane.recordsKnown = true;
  }
}

function newLane(clientId: string, receiver: string): Lane {
  return {
    clientId,
    receiver,
    taken: new Set(),
    open: 0,
    behind: false,
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
