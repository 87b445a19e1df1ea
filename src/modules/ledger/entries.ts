/** Entries of the ledger, newest first, in pages that indexes lead to (docs/api/ledger.md, B9). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { easternInstant, endOfDate } from '../../calendar/eastern-time.ts';
import type { Db, LedgerEntryRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { placeOfCursor, timeCursor } from '../shared/values/index.ts';

/** The amount in millionths, as text: as a number it would not be exact. */
export interface LedgerEntry extends Omit<LedgerEntryRow, 'entry_id' | 'amount'> {
  readonly entry_id: number;
  readonly amount: string;
}

/** Of the accounts of an owner, all postings of a trade or of the trades of an offering, or those of a day. */
export interface EntryQuery {
  readonly kinds?: readonly string[];
  /** Of `kinds`. */
  readonly owner?: string;
  readonly tradeId?: number;
  readonly offeringId?: number;
  /** US Eastern. */
  readonly day?: string;
}

/** The first `limit` entries after a cursor. Throws 106 for a cursor that is malformed. */
export async function readEntries(
  db: Db,
  query: EntryQuery,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<LedgerEntry[]> {
  const place = cursor === undefined ? undefined : placeOf(cursor);
  // Each part is in the order of its index, so of each the first ones are enough.
  const parts = query.day === undefined ? partsOf(query) : [ofDay(query.day)];
  const [order, after] =
    query.day === undefined
      ? [sql`entry_id desc`, place && sql`entry_id < ${place.entry}`]
      : [sql`posted_at desc, entry_id desc`, place && sql`(posted_at, entry_id) < (${place.time}, ${place.entry})`];
  const ids = parts.map(
    (part) => sql`select entry_id from (select entry_id from ledger_entries
      where ${part} ${after === undefined ? sql`` : sql`and ${after}`} order by ${order} limit ${limit}) as part`,
  );
  const { rows } = await sql<LedgerEntry>`
    select entry_id, posting, event, kind, owner, cast(amount as text) as amount, trade_id, offering_id, payment,
      posted_at, reason
    from ledger_entries where entry_id in (${sql.join(ids, sql` union `)})
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

export function cursorAfterEntry({ posted_at, entry_id }: LedgerEntry): string {
  return timeCursor({ time: posted_at, id: String(entry_id) });
}

function placeOf(cursor: string) {
  const { time, id } = placeOfCursor(cursor);
  if (!/^[0-9]{1,15}$/.test(id)) throw new ApiError(106, 'cursor is malformed');
  return { time: sql`cast(${time} as bigint)`, entry: sql`cast(${id} as bigint)` };
}

function partsOf({ kinds = [], owner = '', tradeId, offeringId }: EntryQuery): RawBuilder<SqlBool>[] {
  const parts = kinds.map((kind) => sql<SqlBool>`kind = ${kind} and owner = ${owner}`);
  if (tradeId !== undefined) parts.push(sql<SqlBool>`trade_id = ${tradeId}`);
  if (offeringId !== undefined) parts.push(sql<SqlBool>`offering_id = ${offeringId}`);
  return parts;
}

function ofDay(day: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`posted_at >= ${easternInstant(day, 0)} and posted_at < ${endOfDate(day)}`;
}
