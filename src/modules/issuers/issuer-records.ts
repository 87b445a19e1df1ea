import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { IssuerRow } from '../../database/tables/reference.ts';
import { nextId } from '../shared/next-id.ts';
import { containsPattern } from '../shared/search.ts';

/** What createIssuer stores; a name that was not sent is empty. */
export interface NewIssuer {
  readonly issuerName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly createdIpAddress: string | null;
}

/** Stores an issuer, Pending as every new one (spec/1, Issuer). */
export async function insertIssuer(
  db: Kysely<Schema>,
  clientId: string,
  issuer: NewIssuer,
  now: number,
): Promise<IssuerRow> {
  const row: IssuerRow = {
    issuer_id: await nextId(db, 'issuer'),
    client_id: clientId,
    issuer_name: issuer.issuerName,
    first_name: issuer.firstName,
    last_name: issuer.lastName,
    email: issuer.email,
    phone_number: issuer.phoneNumber,
    issuer_status: 'Pending',
    created_ip_address: issuer.createdIpAddress,
    updated_ip_address: null,
    created_at: now,
    updated_at: null,
    deleted_at: null,
  };
  await db.insertInto('issuers').values(row).execute();
  return row;
}

/** The client's issuer; undefined when it is unknown, deleted or another client's. */
export function findIssuer(db: Kysely<Schema>, clientId: string, issuerId: number): Promise<IssuerRow | undefined> {
  return db
    .selectFrom('issuers')
    .selectAll()
    .where('issuer_id', '=', issuerId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** An issuer of any client; undefined when it is unknown or deleted. For the operator and for the venue. */
export function findAnyIssuer(db: Kysely<Schema>, issuerId: number): Promise<IssuerRow | undefined> {
  return db
    .selectFrom('issuers')
    .selectAll()
    .where('issuer_id', '=', issuerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Whether any client has this issuer: the venue is one for all (design/ats.md, Orders). */
export async function issuerExists(db: Kysely<Schema>, issuerId: number): Promise<boolean> {
  return (await findAnyIssuer(db, issuerId)) !== undefined;
}

/** What updateIssuer changes; undefined keeps the stored value. */
export type IssuerChange = {
  readonly [K in
    | 'issuer_name'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'phone_number'
    | 'issuer_status'
    | 'updated_ip_address']?: IssuerRow[K] | undefined;
};

/** Changes the client's issuer and answers it as it then is; undefined as in findIssuer. */
export function changeIssuer(
  db: Kysely<Schema>,
  clientId: string,
  issuerId: number,
  change: IssuerChange,
  now: number,
): Promise<IssuerRow | undefined> {
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return db
    .updateTable('issuers')
    .set({ ...sent, updated_at: now })
    .where('issuer_id', '=', issuerId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the client's issuer virtually; false when there is none. */
export async function deleteIssuer(
  db: Kysely<Schema>,
  clientId: string,
  issuerId: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('issuers')
    .set({ deleted_at: now })
    .where('issuer_id', '=', issuerId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Most issuers in the answer of a deprecated method that knows no pages. */
const ISSUERS_MAX = 10_000;

/** The client's issuers, newest first, at most 10,000. */
export function allIssuers(db: Kysely<Schema>, clientId: string): Promise<IssuerRow[]> {
  return clientsIssuers(db, clientId).execute();
}

/** The client's issuers whose id is the word, or whose first or last name holds it, in any case. */
export function searchIssuers(db: Kysely<Schema>, clientId: string, word: string): Promise<IssuerRow[]> {
  const pattern = containsPattern(word);
  return clientsIssuers(db, clientId)
    .where((row) =>
      row.or([
        ...(/^[0-9]{1,15}$/.test(word) ? [row('issuer_id', '=', Number(word))] : []),
        sql<boolean>`lower(first_name) like lower(${pattern}) escape '!'`,
        sql<boolean>`lower(last_name) like lower(${pattern}) escape '!'`,
      ]),
    )
    .execute();
}

function clientsIssuers(db: Kysely<Schema>, clientId: string) {
  return db
    .selectFrom('issuers')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('issuer_id', 'desc')
    .limit(ISSUERS_MAX);
}
