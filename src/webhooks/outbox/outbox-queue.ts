/** The webhooks of a client to one receiver, and how their rows are read from the database. */

import { ownedBy } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Microseconds } from '../../time/units.ts';
import type { StoredRow } from './outbox-rows.ts';
import { WaitingRecords } from './waiting-records.ts';

/** The webhooks of a client to one receiver. */
export interface OutboxQueue {
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
  /** Deliveries that wait because of a record. */
  readonly records: WaitingRecords;
  /** False until those from before the start are read; undefined where none is known to be. */
  recordsKnown: boolean | undefined;
  /** When due rows are read next, in milliseconds since 1970; Infinity: no row is due at a time. */
  wakeAtMs: number;
  cancelWake: () => void;
}

/** Rows read at once, and opened in one turn of the event loop. */
export const PAGE_ROWS = 100;

/** Those that nobody has taken and that were due at a time, in the order of writing. */
export async function nextRows(
  db: Db,
  { clientId, receiver, taken }: OutboxQueue,
  atUs: Microseconds,
): Promise<StoredRow[]> {
  const due = await db
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
  const next = db.selectFrom('webhook_outbox').selectAll().orderBy('outbox_seq');
  return next.where('delivery_id', 'in', ids.slice(0, PAGE_ROWS)).execute();
}

/** Of those that were not due at the time: one that became due since then was not read. */
export async function nextDueMs(db: Db, { clientId, receiver }: OutboxQueue, atUs: Microseconds): Promise<number> {
  const { due } = await db
    .selectFrom('webhook_outbox')
    .select((row) => row.fn.min<number | null>('due_at').as('due'))
    .where(ownedBy(clientId))
    .where('receiver', '=', receiver)
    .where('due_at', '>', atUs)
    .executeTakeFirstOrThrow();
  return due === null ? Number.POSITIVE_INFINITY : due / 1000;
}

export function newQueue(clientId: string, receiver: string): OutboxQueue {
  return {
    clientId,
    receiver,
    taken: new Set(),
    open: 0,
    hasUntaken: false,
    reading: false,
    again: false,
    records: new WaitingRecords(),
    recordsKnown: undefined,
    wakeAtMs: Number.POSITIVE_INFINITY,
    cancelWake: () => {},
  };
}

export function keyOf(clientId: string, receiver: string): string {
  return `${clientId}\n${receiver}`;
}

/** Ordered deliveries of the queue that wait for their time, in the order of writing. */
export function postponedRows(db: Db, { clientId, receiver }: OutboxQueue) {
  return db
    .selectFrom('webhook_outbox')
    .select(['delivery_id as id', 'webhook_id', 'about', 'due_at'])
    .where(ownedBy(clientId))
    .where('receiver', '=', receiver)
    .where('due_at', '>', 0)
    .where('ordered', '=', 1)
    .orderBy('outbox_seq')
    .execute();
}
