/** Requests that people decide, as the operator reads them. */
import type { Selectable } from 'kysely';
import type { Db, Schema } from '../../database/schema/index.ts';

/** The tables of requests that a person decides on. */
export type RequestTable = {
  [T in keyof Schema]: Selectable<Schema[T]> extends { request_id: string; request_status: string; created_at: number }
    ? T
    : never;
}[keyof Schema];

export interface QueuePage<T extends RequestTable> {
  readonly rows: readonly Selectable<Schema[T]>[];
  /** The total number, on all pages. */
  readonly total: number;
}

/** Requests of all clients in one status, the oldest first. */
export async function requestsInStatus<T extends RequestTable>(
  db: Db,
  table: T,
  status: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<QueuePage<T>> {
  // The query builder treats all of these tables alike.
  const requests = db.selectFrom(table as 'accreditation_requests').where('request_status', '=', status);
  const page = requests.selectAll().orderBy('created_at').orderBy('request_id').offset(offset).limit(limit);
  const rows = await page.execute();
  const { total } = await requests.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { rows: rows as Selectable<Schema[T]>[], total: Number(total) };
}
