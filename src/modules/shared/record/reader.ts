/**
 * The records that a call reads: those of its client, or with a master key those of all clients, with clientId.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import Type, { type TObject } from 'typebox';
import type { Client } from '../../../http/methods/index.ts';

/** In place of a client id: the records of all clients. */
export const EVERY_CLIENT = Symbol('every client');

export type Reader = string | typeof EVERY_CLIENT;

/** For reads only: a master key changes only its client's records. */
export function readerOf({ master, clientId }: Client): Reader {
  return master ? EVERY_CLIENT : clientId;
}

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

/** The condition that a record belongs to one of these clients. */
export function ofClients(clientIds: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`client_id in (${sql.join(clientIds)})`;
}

/** Whether a record that was read for another reason is the client's. */
export function isOf(clientId: string, row: { readonly client_id: string }): boolean {
  return row.client_id === clientId;
}

/** The fields of a record for a reader: with clientId for a master key. */
export function shownTo<F extends object>(
  client: Client,
  row: { readonly client_id: string },
  fields: F,
): F & { readonly clientId?: string } {
  return client.master ? { ...fields, clientId: row.client_id } : fields;
}

/** The result of shownTo. */
export function shownToSchema(schema: TObject): TObject {
  const clientId = Type.Optional(Type.String({ description: 'whose record it is; for master keys' }));
  return Type.Object({ ...schema.properties, clientId });
}
