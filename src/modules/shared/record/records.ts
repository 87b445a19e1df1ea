/** All reads and writes of records of clients: each names the client, and returns the record or undefined. */
import type { Kysely, Selectable } from 'kysely';
import {
  compiledOnce,
  EVERY_CLIENT,
  executeDeferred,
  ownedBy,
  type Reader,
  rowsHeld,
} from '../../../database/queries/index.ts';
import type { Db, Schema } from '../../../database/schema/index.ts';
import { ApiError, type StatusCode } from '../../../http/methods/index.ts';

/** New values by column; undefined keeps the stored one. */
export type Changes<T extends RecordTable> = { readonly [C in keyof RecordOf<T>]?: RecordOf<T>[C] | undefined };

/** The reader's record; undefined when it is unknown, deleted or another client's. */
export function findRecord<T extends RecordTable>(
  db: Db,
  kind: RecordKind<T>,
  reader: Reader,
  id: string | number,
): Promise<RecordOf<T> | undefined> {
  return readRecord(db, kind, { reader, id, held: false });
}

/** As findRecord, for the client's record, which is locked until the transaction ends. */
export function holdRecord<T extends RecordTable>(
  transaction: Db,
  kind: RecordKind<T>,
  { clientId, id }: Owned,
): Promise<RecordOf<T> | undefined> {
  return readRecord(transaction, kind, { reader: clientId, id, held: true });
}

/** Changes the client's record and returns it after the change; undefined as in findRecord. */
export async function writeRecord<T extends RecordTable>(
  db: Db,
  kind: RecordKind<T>,
  { clientId, id }: Owned,
  changes: Changes<T>,
): Promise<RecordOf<T> | undefined> {
  if (!hasForm(kind, id)) return undefined;
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined) as [string, Value][];
  const parameters = [...entries.map(([, value]) => value), id, clientId];
  const name = `write ${kind.table} by ${kind.id} ${entries.map(([column]) => column)}`;
  const query = compiledOnce(db, name, parameters, () =>
    asRecords(db)
      .updateTable(tableOf(kind))
      .set(Object.fromEntries(entries))
      .where(kind.id as string, '=', id)
      .where(ownedBy(clientId))
      .where('deleted_at', 'is', null)
      .returningAll(),
  );
  return firstOf(await db.executeQuery(query));
}

/** The columns that every new record of a client has. */
export function newOwned(clientId: string, nowUs: number) {
  return { client_id: clientId, created_at: nowUs, updated_at: null, deleted_at: null };
}

/** Stores a record, which has its client; in a transaction if one is given. */
export async function insertRecord<T extends RecordTable>(
  db: Db,
  kind: Pick<RecordKind<T>, 'table'>,
  record: RecordOf<T>,
): Promise<void> {
  const values = record as Readonly<Record<string, Value>>;
  const query = compiledOnce(db, `insert ${kind.table} ${Object.keys(values)}`, Object.values(values), () =>
    asRecords(db).insertInto(tableOf(kind)).values(values),
  );
  if (db.isTransaction) await executeDeferred(db, query);
  else await db.executeQuery(query);
}

/** The record that was found. Throws the refusal of its kind for undefined. */
export function found<R>({ unknown }: Pick<RecordKind<RecordTable>, 'unknown'>, record: R | undefined): R {
  if (record === undefined) throw new ApiError(unknown);
  return record;
}

function hasForm({ form }: Pick<RecordKind<RecordTable>, 'form'>, id: string | number): boolean {
  return form === undefined || form.test(String(id));
}

async function readRecord<T extends RecordTable>(
  db: Db,
  kind: RecordKind<T>,
  { reader, id, held }: { readonly reader: Reader; readonly id: string | number; readonly held: boolean },
): Promise<RecordOf<T> | undefined> {
  if (!hasForm(kind, id)) return undefined;
  const isEveryone = reader === EVERY_CLIENT;
  const name = `${held ? 'hold' : 'find'} ${kind.table} by ${kind.id} ${isEveryone ? '' : 'and client'}`;
  const query = compiledOnce(db, name, isEveryone ? [id] : [id, reader], () => {
    const found = asRecords(db)
      .selectFrom(tableOf(kind))
      .selectAll()
      .where(kind.id as string, '=', id)
      .where(ownedBy(reader))
      .where('deleted_at', 'is', null);
    return held ? rowsHeld(db, found as never) : found;
  });
  return firstOf(await db.executeQuery(query));
}

function firstOf<T extends RecordTable>({ rows }: { readonly rows: readonly unknown[] }): RecordOf<T> | undefined {
  return rows[0] as RecordOf<T> | undefined;
}

type Value = string | number | null;

/** The declaration checks the columns of a kind; the query builder treats every table of records alike. */
function asRecords(db: Db): Kysely<{ records: Record<string, Value> }> {
  return db as Kysely<{ records: Record<string, Value> }>;
}

function tableOf({ table }: Pick<RecordKind<RecordTable>, 'table'>): 'records' {
  return table as string as 'records';
}

/** The tables whose records belong to a client and are deleted virtually. */
export type RecordTable = {
  [T in keyof Schema]: Selectable<Schema[T]> extends { client_id: string; deleted_at: number | null } ? T : never;
}[keyof Schema];

/** A record of the table; of several tables, a record of one of them. */
export type RecordOf<T extends RecordTable> = T extends RecordTable
  ? Selectable<Schema[T]> & { client_id: string }
  : never;

/** A kind of record of clients: its table, and the refusal of an unknown one. */
export interface RecordKind<T extends RecordTable> {
  readonly table: T;
  /** The column of its id. */
  readonly id: keyof RecordOf<T> & string;
  /** The form of an id; any other text is unknown without a query. Absent: any value of the column. */
  readonly form?: RegExp;
  readonly unknown: StatusCode;
}

/** A record, as a write names it: its client and its id. */
export interface Owned {
  readonly clientId: string;
  readonly id: string | number;
}
