import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { IssuerRow } from '../../database/tables/reference.ts';
import { nextId } from '../shared/next-id.ts';

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

/** Whether any client has this issuer: the venue is one for all (design/ats.md, Orders). */
export async function issuerExists(db: Kysely<Schema>, issuerId: number): Promise<boolean> {
  const found = await db
    .selectFrom('issuers')
    .select('issuer_id')
    .where('issuer_id', '=', issuerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
