/**
 * From the rows of the outbox to the delivery: what was just committed is offered at once; what finds its lane full
 * stays in the database and is read again when the lane has emptied, in the order of writing. Nothing is read while
 * all lanes keep up.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../database/schema.ts';
import type { Timers } from '../../../time/timers.ts';
import type { Letter, WebhookDelivery } from '../../../webhooks/delivery.ts';
import { ownedBy } from '../record/index.ts';
import type { Secrets } from '../services.ts';
import { letterOf, receiverOf } from './letters.ts';

export interface OutboxLanesOptions {
  readonly db: Kysely<Schema>;
  readonly secrets: Secrets;
  readonly delivery: Pick<WebhookDelivery, 'offer'>;
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
}

/** A lane that is behind is read again when so few of its deliveries are left. */
const OPEN_LOW = 50;
/** Rows read at once. */
const PAGE_ROWS = 200;
/** Until the next try where the database was away, or the room of the client was used up by other lanes. */
const RETRY_MS = 1000;

export class OutboxLanes {
  readonly #options: OutboxLanesOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #laneOfDelivery = new Map<string, Lane>();
  #stopped = false;

  constructor(options: OutboxLanesOptions) {
    this.#options = options;
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
    this.#readSoon(lane);
  }

  /** Whose delivery it was; undefined where it is none of the outbox. Its row is gone. */
  removed(deliveryId: string): string | undefined {
    const lane = this.#laneOfDelivery.get(deliveryId);
    if (lane === undefined) return undefined;
    this.#laneOfDelivery.delete(deliveryId);
    lane.taken.delete(deliveryId);
    if (lane.taken.size === 0 && !lane.behind) this.#lanes.delete(keyOf(lane.clientId, lane.receiver));
    return lane.clientId;
  }

  /** From now on rows stay where they are, for the next start. */
  stop(): void {
    this.#stopped = true;
  }

  #laneOf(clientId: string, receiver: string): Lane {
    const key = keyOf(clientId, receiver);
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { clientId, receiver, taken: new Set(), open: 0, behind: false, reading: false, again: false };
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  #take(lane: Lane, letter: Letter): boolean {
    // Before it is offered: what cannot be sent ends at once.
    lane.open++;
    lane.taken.add(letter.id);
    this.#laneOfDelivery.set(letter.id, lane);
    const isTaken = this.#options.delivery.offer(letter, () => this.#ended(lane));
    if (isTaken) return true;
    lane.open--;
    lane.taken.delete(letter.id);
    this.#laneOfDelivery.delete(letter.id);
    return false;
  }

  #ended(lane: Lane): void {
    lane.open--;
    if (lane.behind) this.#readSoon(lane);
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
    });
  }

  async #read(lane: Lane): Promise<void> {
    try {
      while (lane.again && !this.#stopped) {
        lane.again = false;
        const limit = lane.taken.size + PAGE_ROWS;
        const rows = await this.#rowsOf(lane, limit);
        for (const row of rows) {
          if (lane.taken.has(row.delivery_id)) continue;
          if (this.#take(lane, letterOf(row, this.#options.secrets))) continue;
          return this.#fallBehind(lane);
        }
        lane.again ||= rows.length === limit;
        lane.behind = lane.again;
      }
    } catch (error) {
      this.#options.log.error(
        { err: error, clientId: lane.clientId },
        'waiting webhooks could not be read; tried again',
      );
      this.#retry(lane);
    }
  }

  #rowsOf({ clientId, receiver }: Lane, limit: number) {
    return this.#options.db
      .selectFrom('webhook_outbox')
      .selectAll()
      .where(ownedBy(clientId))
      .where('receiver', '=', receiver)
      .orderBy('outbox_seq')
      .limit(limit)
      .execute();
  }
}

function keyOf(clientId: string, receiver: string): string {
  return `${clientId}\n${receiver}`;
}
