import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { IssuerRow } from '../../database/tables/reference.ts';
import { nextId } from '../shared/next-id.ts';
import {
  EVERY_CLIENT,
  findRecord,
  holdRecord,
  newRow,
  ownedBy,
  type Reader,
  type SentValues,
  valuesOf,
  writeRecord,
} from '../shared/record/index.ts';
import { containsPattern } from '../shared/search.ts';
import { ISSUER_FIELDS } from './issuer-fields.ts';
import { ISSUER } from './issuer-kind.ts';

/** Stores an issuer of what was sent for it. */
export async function insertIssuer(
  db: Kysely<Schema>,
  clientId: string,
  sent: SentValues<typeof ISSUER_FIELDS>,
  nowUs: number,
): Promise<IssuerRow> {
  const row: IssuerRow = {
    ...newRow(ISSUER_FIELDS, valuesOf(ISSUER_FIELDS, sent)),
    issuer_id: await nextId(db, 'issuer'),
    client_id: clientId,
    created_at: nowUs,
    updated_at: null,
    deleted_at: null,
  };
  await db.insertInto('issuers').values(row).execute();
  return row;
}

/** The reader's issuer; undefined when it is unknown, deleted or another client's. */
export function findIssuer(db: Kysely<Schema>, reader: Reader, issuerId: number): Promise<IssuerRow | undefined> {
  return findRecord(db, ISSUER, reader, issuerId);
}

/** An issuer of any client; undefined when it is unknown or deleted. For the operator and for the venue. */
export function findAnyIssuer(db: Kysely<Schema>, issuerId: number): Promise<IssuerRow | undefined> {
  return findIssuer(db, EVERY_CLIENT, issuerId);
}

/** Whether any client has this issuer: the venue is one for all (V4). */
export async function issuerExists(db: Kysely<Schema>, issuerId: number): Promise<boolean> {
  return (await findAnyIssuer(db, issuerId)) !== undefined;
}

/** Keeps the client's issuer from being deleted until the transaction ends; false when there is none. */
export async function holdIssuer(db: Kysely<Schema>, clientId: string, issuerId: number): Promise<boolean> {
  return (await holdRecord(db, ISSUER, { clientId, id: issuerId })) !== undefined;
}

/** Deletes the client's issuer virtually; undefined as in findIssuer. */
export function deleteIssuer(
  db: Kysely<Schema>,
  clientId: string,
  issuerId: number,
  nowUs: number,
): Promise<IssuerRow | undefined> {
  return writeRecord(db, ISSUER, { clientId, id: issuerId }, { deleted_at: nowUs });
}

/** Most issuers in the answer of a deprecated method that knows no pages. */
const ISSUERS_MAX = 10_000;

/** The reader's issuers, newest first, at most 10,000. */
export function allIssuers(db: Kysely<Schema>, reader: Reader): Promise<IssuerRow[]> {
  return readersIssuers(db, reader).execute();
}

/** The reader's issuers whose id is the word, or whose first or last name holds it, in any case. */
export function searchIssuers(db: Kysely<Schema>, reader: Reader, word: string): Promise<IssuerRow[]> {
  const pattern = containsPattern(word);
  return readersIssuers(db, reader)
    .where((row) =>
      row.or([
        ...(/^[0-9]{1,15}$/.test(word) ? [row('issuer_id', '=', Number(word))] : []),
        sql<boolean>`lower(first_name) like lower(${pattern}) escape '!'`,
        sql<boolean>`lower(last_name) like lower(${pattern}) escape '!'`,
      ]),
    )
    .execute();
}

function readersIssuers(db: Kysely<Schema>, reader: Reader) {
  return db
    .selectFrom('issuers')
    .selectAll()
    .where(ownedBy(reader))
    .where('deleted_at', 'is', null)
    .orderBy('issuer_id', 'desc')
    .limit(ISSUERS_MAX);
}
