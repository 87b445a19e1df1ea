/** Whose a record is: the conditions on the column client_id of the tables. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** In place of a client id: the records of all clients. */
export const EVERY_CLIENT = Symbol('every client');

export type Reader = string | typeof EVERY_CLIENT;

/**
 * The condition that a record of a table with the column client_id is the reader's. No other query compares it.
 * @param table its name or alias, in a query of several tables
 */
export function ownedBy(reader: Reader, table?: string): RawBuilder<SqlBool> {
  if (reader === EVERY_CLIENT) return sql<SqlBool>`true`;
  return table === undefined
    ? sql<SqlBool>`client_id = ${reader}`
    : sql<SqlBool>`${sql.ref(`${table}.client_id`)} = ${reader}`;
}

/**
 * The condition that a record belongs to one of these clients.
 * @param table its name or alias, in a query of several tables
 */
export function ofClients(clientIds: Iterable<string>, table?: string): RawBuilder<SqlBool> {
  const column = sql.ref(table === undefined ? 'client_id' : `${table}.client_id`);
  return sql<SqlBool>`${column} in (${sql.join([...new Set(clientIds)])})`;
}

/** Whether a record that was read for another reason is the client's. */
export function isOf(clientId: string, row: { readonly client_id: string }): boolean {
  return row.client_id === clientId;
}
