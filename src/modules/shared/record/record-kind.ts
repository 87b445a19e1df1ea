import type { Selectable } from 'kysely';
import type { Schema } from '../../../database/schema/index.ts';
import type { StatusCode } from '../../../http/methods/index.ts';

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
