/** The fields that every webhook carries so that a receiver can sort (C86). */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { formatInstant } from '../../calendar/format-time.ts';
import { dialectOf } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Microseconds } from '../../time/units.ts';

/**
 * Its number grows from one webhook to the next. A change locks its record before it adds a webhook, so that of two
 * changes of one record the later has the higher number.
 */
export async function numberedStamp(transaction: Db, firedAtUs: Microseconds) {
  const eventSeq = await nextEventSeq(transaction);
  return { eventId: randomUUID(), eventTime: formatInstant(firedAtUs), eventSeq };
}

async function nextEventSeq(transaction: Db): Promise<number> {
  const next =
    dialectOf(transaction) === 'postgres'
      ? sql<{ readonly seq: number }>`select nextval('webhook_event_seq') as seq`
      : sql<{ readonly seq: number }>`update webhook_event_seq set seq = seq + 1 returning seq`;
  const { rows } = await next.execute(transaction);
  return rows[0]!.seq;
}
