import type { Reader } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';
import type { Client, StatusCode } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { readerOf } from './reader.ts';
import { findRecord, found, type RecordKind, type RecordTable } from './records.ts';

/** The record that documents, notes or an archive switch belong to, as the methods of its module name it. */
export interface RecordOwner {
  /** The parameter and the field with its id, for example accountId. */
  readonly name: string;
  /** The form of the id, for the reference page. */
  readonly description: string;
  /** The error of `find` for an unknown record. */
  readonly unknown: StatusCode;
  /**
   * The record with its stored id, for example 7 for 007. Throws the refusal of the module for an unknown id and for a
   * record of another client.
   */
  readonly find: (reader: Reader, sent: string) => Promise<FoundRecord>;
}

export interface FoundRecord {
  readonly id: string;
  readonly clientId: string;
}

/** The owner that is a record of this kind. */
export function recordOwner<T extends RecordTable>(
  db: Db,
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

/** The id of the client's own record that a call names. Throws as `find` does. */
export async function ownerOf(
  owner: RecordOwner,
  client: Client,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  return (await owner.find(client.clientId, values[owner.name] as string)).id;
}

/** The record of a read: with a master key of any client. Throws as `find` does. */
export function readOwnerOf(
  owner: RecordOwner,
  client: Client,
  values: Readonly<Record<string, unknown>>,
): Promise<FoundRecord> {
  return owner.find(readerOf(client), values[owner.name] as string);
}
