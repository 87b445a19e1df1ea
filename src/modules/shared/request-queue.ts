/** Requests that people decide, as the operator reads them. */
import type { Selectable } from 'kysely';
import type { Db, Schema } from '../../database/schema/index.ts';
import { type PageFrom, pageOfAll } from './values/index.ts';

/** The tables of requests that a person decides on. */
export type RequestTable = {
  [T in keyof Schema]: Selectable<Schema[T]> extends { request_id: string; request_status: string; created_at: number }
    ? T
    : never;
}[keyof Schema];

/** Requests of all clients in one status, the oldest first. */
export async function requestsInStatus<T extends RequestTable>(
  db: Db,
  table: T,
  status: string,
  page: PageFrom,
): Promise<{ readonly rows: readonly Selectable<Schema[T]>[]; readonly totalRecords: number }> {
  // The query builder treats all of these tables alike.
  const requests = db.selectFrom(table as 'accreditation_requests').where('request_status', '=', status);
  const sorted = requests.selectAll().orderBy('created_at').orderBy('request_id');
  const { rows, totalRecords } = await pageOfAll(requests, sorted, page);
  return { rows: rows as Selectable<Schema[T]>[], totalRecords };
}
