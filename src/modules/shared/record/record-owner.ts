import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { Client, StatusCode } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { type Reader, readerOf } from './reader.ts';
import type { RecordKind, RecordTable } from './record-kind.ts';
import { findRecord, found } from './records.ts';

/** The record that documents, notes or an archive switch belong to, as the methods of its module name it. */
export interface RecordOwner {
  /** The parameter and the field with its id, for example accountId. */
  readonly name: string;
  /** What such an id looks like, for the reference page. */
  readonly description: string;
  /** What `find` throws for a record that the client does not have. */
  readonly unknown: StatusCode;
  /**
   * The record with its id as it is stored, for example 7 for 007. Throws the module's own "does not exist" unless it
   * is the reader's: an unknown id and another client's answer alike.
   */
  readonly find: (reader: Reader, sent: string) => Promise<FoundRecord>;
}

export interface FoundRecord {
  readonly id: string;
  readonly clientId: string;
}

/** The owner that is a record of this kind. */
export function recordOwner<T extends RecordTable>(
  db: Kysely<Schema>,
  kind: RecordKind<T>,
  parameter: Pick<RecordOwner, 'name' | 'description'>,
): RecordOwner {
  return {
    ...parameter,
    unknown: kind.unknown,
    find: async (reader, sent) => {
      const row = found(kind, await findRecord(db, kind, reader, sent));
      return { id: String(row[kind.id]), clientId: row.client_id };
    },
  };
}

/** The parameter with the record's id. */
export function idParameter(owner: RecordOwner) {
  return { [owner.name]: required(text({ description: owner.description, maxLength: 100 })) };
}

/** The id of the client's own record that a call is about. Throws as `find` does. */
export async function ownerOf(
  owner: RecordOwner,
  client: Client,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  return (await owner.find(client.clientId, values[owner.name] as string)).id;
}

/** The record that a call only reads: with a master key it may be any client's. Throws as `find` does. */
export function readOwnerOf(
  owner: RecordOwner,
  client: Client,
  values: Readonly<Record<string, unknown>>,
): Promise<FoundRecord> {
  return owner.find(readerOf(client), values[owner.name] as string);
}
