/**
 * The records that a call reads: those of its client, or with a master key those of all clients, with clientId.
 */
import Type, { type TObject } from 'typebox';
import { EVERY_CLIENT, type Reader } from '../../../database/queries/index.ts';
import { type Client, namedObject } from '../../../http/methods/index.ts';

/** For reads only: a master key changes only its client's records. */
export function readerOf({ master, clientId }: Client): Reader {
  return master ? EVERY_CLIENT : clientId;
}

/** The fields of a record for a reader: with clientId for a master key. */
export function shownTo<F extends object>(
  client: Client,
  row: { readonly client_id: string },
  fields: F,
): F & { readonly clientId?: string } {
  return client.master ? { ...fields, clientId: row.client_id } : fields;
}

/** The result of shownTo, under the name of the record. */
export function shownToSchema(schema: TObject): TObject {
  const { title } = schema as { readonly title?: string };
  const clientId = Type.Optional(Type.String({ description: 'whose record it is; for master keys' }));
  const properties = { ...schema.properties, clientId };
  return title === undefined ? Type.Object(properties) : namedObject(title, properties);
}
