/** Detail records: another record has at most one, with its fields in one sealed text. */
import type { Kysely } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import {
  type Changes,
  findRecord,
  holdRecord,
  newOwned,
  type Owned,
  type Reader,
  type RecordKind,
  type RecordOf,
  type RecordTable,
  type SealedDatabase,
  type Secrets,
  writeRecord,
} from '../record/index.ts';
import { type DetailField, type Details, requireTogether } from './detail-parameters.ts';

/** The columns in addition to client_id and the id, which is that of the record that the details belong to. */
interface DetailColumns {
  /** JSON object of texts by field. */
  details_sealed: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export type DetailTable = {
  [T in RecordTable]: RecordOf<T> extends DetailColumns ? T : never;
}[RecordTable];

export interface DetailKind<T extends DetailTable> extends RecordKind<T> {
  readonly fields: readonly DetailField[];
}

export interface DetailChange {
  readonly details: Details;
  readonly ip: string;
  /** Microseconds since 1970 UTC. */
  readonly nowUs: number;
}

type Row<T extends DetailTable> = RecordOf<T> & DetailColumns;

/** Stores the details; undefined when the record already has details. */
export async function insertDetails<T extends DetailTable>(
  { db, secrets }: SealedDatabase,
  kind: DetailKind<T>,
  of: Owned,
  change: DetailChange,
): Promise<Row<T> | undefined> {
  const row = {
    [kind.id]: of.id,
    details_sealed: secrets.seal(JSON.stringify(change.details), contextOf(kind, of.id)),
    created_ip_address: change.ip,
    updated_ip_address: null,
    ...newOwned(of.clientId, change.nowUs),
  };
  const { numInsertedOrUpdatedRows } = await (db as Kysely<{ details: typeof row }>)
    .insertInto(kind.table as string as 'details')
    .values(row)
    .onConflict((conflict) => conflict.column(kind.id as never).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? (row as Row<T>) : undefined;
}

/** The details of a record of the reader; undefined when it has no details. */
export function findDetails<T extends DetailTable>(
  db: Db,
  kind: DetailKind<T>,
  reader: Reader,
  id: string,
): Promise<Row<T> | undefined> {
  return findRecord(db, kind, reader, id) as Promise<Row<T> | undefined>;
}

/**
 * Changes the fields that were sent and returns the record after the change; undefined when it does not exist. Throws
 * 106 when the fields contradict each other. The details are one sealed text, read and written as a whole under a lock.
 */
export async function changeDetails<T extends DetailTable>(
  { db, secrets }: SealedDatabase,
  kind: DetailKind<T>,
  of: Owned,
  change: DetailChange,
): Promise<Row<T> | undefined> {
  if (!(await holdRecord(db, kind, of))) return undefined;
  const stored = (await findDetails(db, kind, of.clientId, String(of.id))) as Row<T>;
  const details = { ...openDetails(secrets, kind, stored), ...change.details };
  requireTogether(kind.fields, details);
  const changes = {
    details_sealed: secrets.seal(JSON.stringify(details), contextOf(kind, of.id)),
    updated_ip_address: change.ip,
    updated_at: change.nowUs,
  };
  return writeRecord(db, kind, of, changes as Changes<T>) as Promise<Row<T> | undefined>;
}

export function openDetails<T extends DetailTable>(secrets: Secrets, kind: DetailKind<T>, row: Row<T>): Details {
  return JSON.parse(secrets.open(row.details_sealed, contextOf(kind, row[kind.id] as string))) as Details;
}

/** Binds sealed details to their record: copied to another record, they cannot be decrypted. */
function contextOf({ table }: Pick<DetailKind<DetailTable>, 'table'>, id: string | number): string {
  return `${table}.details:${id}`;
}
