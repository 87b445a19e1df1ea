/** The one way to a record of a client: a read or a write names whose it is, and gives the record or nothing. */
import type { Kysely } from 'kysely';
import { rowsHeld } from '../../../database/row-lock.ts';
import type { Schema } from '../../../database/schema.ts';
import { ApiError } from '../../../http/status-codes.ts';
import { ownedBy, type Reader } from './reader.ts';
import type { Owned, RecordKind, RecordOf, RecordTable } from './record-kind.ts';

/** New values by column; undefined keeps the stored one. */
export type Changes<T extends RecordTable> = { readonly [C in keyof RecordOf<T>]?: RecordOf<T>[C] | undefined };

/** The reader's record; undefined when it is unknown, deleted or another client's. */
export async function findRecord<T extends RecordTable>(
  db: Kysely<Schema>,
  kind: RecordKind<T>,
  reader: Reader,
  id: string | number,
): Promise<RecordOf<T> | undefined> {
  if (!hasForm(kind, id)) return undefined;
  return recordQuery(db, kind, reader, id).executeTakeFirst() as Promise<RecordOf<T> | undefined>;
}

/** As findRecord, of the client: nobody else changes or deletes it before the transaction ends. */
export async function holdRecord<T extends RecordTable>(
  transaction: Kysely<Schema>,
  kind: RecordKind<T>,
  { clientId, id }: Owned,
): Promise<RecordOf<T> | undefined> {
  if (!hasForm(kind, id)) return undefined;
  const query = recordQuery(transaction, kind, clientId, id);
  return rowsHeld(transaction, query as never).executeTakeFirst() as Promise<RecordOf<T> | undefined>;
}

/** Changes the client's record and answers it as it then is; undefined as in findRecord. */
export async function writeRecord<T extends RecordTable>(
  db: Kysely<Schema>,
  kind: RecordKind<T>,
  { clientId, id }: Owned,
  changes: Changes<T>,
): Promise<RecordOf<T> | undefined> {
  if (!hasForm(kind, id)) return undefined;
  return asRecords(db)
    .updateTable(tableOf(kind))
    .set(changes as Readonly<Record<string, Value | undefined>>)
    .where(kind.id as string, '=', id)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst() as Promise<RecordOf<T> | undefined>;
}

/** Stores a record, which says whose it is. */
export async function insertRecord<T extends RecordTable>(
  db: Kysely<Schema>,
  kind: Pick<RecordKind<T>, 'table'>,
  record: RecordOf<T>,
): Promise<void> {
  await asRecords(db)
    .insertInto(tableOf(kind))
    .values(record as Readonly<Record<string, Value>>)
    .execute();
}

/** The record that was found. Throws the one refusal of its kind when there is none. */
export function found<R>({ unknown }: Pick<RecordKind<RecordTable>, 'unknown'>, record: R | undefined): R {
  if (record === undefined) throw new ApiError(unknown);
  return record;
}

function hasForm({ form }: Pick<RecordKind<RecordTable>, 'form'>, id: string | number): boolean {
  return form === undefined || form.test(String(id));
}

function recordQuery<T extends RecordTable>(
  db: Kysely<Schema>,
  kind: RecordKind<T>,
  reader: Reader,
  id: string | number,
) {
  return asRecords(db)
    .selectFrom(tableOf(kind))
    .selectAll()
    .where(kind.id as string, '=', id)
    .where(ownedBy(reader))
    .where('deleted_at', 'is', null);
}

type Value = string | number | null;

/** Which columns a kind has is checked where it is declared; to the query builder every table of records is alike. */
function asRecords(db: Kysely<Schema>): Kysely<{ records: Record<string, Value> }> {
  return db as unknown as Kysely<{ records: Record<string, Value> }>;
}

function tableOf({ table }: Pick<RecordKind<RecordTable>, 'table'>): 'records' {
  return table as string as 'records';
}
