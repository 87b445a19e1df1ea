import type { Kysely } from 'kysely';
import type { EntityRow, PartyRow, Schema } from '../../database/schema/index.ts';
import { nextId } from '../shared/ids/index.ts';
import {
  type Changes,
  changedRow,
  deleteLinksOf,
  findRecord,
  holdRecord,
  insertRecord,
  inTransaction,
  type Reader,
  type SealedDatabase,
  sealingOf,
  valuesOf,
  writeRecord,
} from '../shared/record/index.ts';
import { ENTITY, kindOf, PARTY, type Person, type PersonKind, type SentPerson } from './person-kind.ts';

/** Stores an active party or entity with the values that were sent. */
export async function insertPerson(
  { db, secrets }: SealedDatabase,
  of: { readonly kind: PersonKind; readonly clientId: string },
  sent: SentPerson,
  at: { readonly nowUs: number; readonly ip: string },
): Promise<Person> {
  const { kind } = of;
  const party_id = `${kind.letter}${await nextId(db, kind.kind)}`;
  const kept = {
    party_id,
    client_id: of.clientId,
    esign_status: 'NOTSIGNED',
    document_key: '',
    archived: 0,
    created_ip_address: at.ip,
    updated_ip_address: null,
    created_at: at.nowUs,
    updated_at: at.nowUs,
    deleted_at: null,
  };
  const row = kind.rowOf(kept, sent, sealingOf(secrets, kind.table, party_id));
  await insertRecord(db, kind, row);
  return row;
}

/** The reader's party or entity; undefined when it is unknown, deleted or another client's, or the id is malformed. */
export async function findPerson(db: Kysely<Schema>, reader: Reader, partyId: string): Promise<Person | undefined> {
  const kind = kindOf(partyId);
  if (kind === undefined) return undefined;
  return findRecord(db, kind, reader, partyId);
}

/** The reader's individual party; undefined as in findPerson, and for the id of an entity. */
export async function findParty(db: Kysely<Schema>, reader: Reader, partyId: string): Promise<PartyRow | undefined> {
  if (kindOf(partyId) !== PARTY) return undefined;
  return (await findPerson(db, reader, partyId)) as PartyRow | undefined;
}

/** The reader's entity; undefined as in findPerson, and for the id of an individual party. */
export async function findEntity(db: Kysely<Schema>, reader: Reader, partyId: string): Promise<EntityRow | undefined> {
  if (kindOf(partyId) !== ENTITY) return undefined;
  return (await findPerson(db, reader, partyId)) as EntityRow | undefined;
}

/** Changes the fields that were sent and returns the record after the change; undefined as in findPerson. */
export async function changePerson(
  { db, secrets }: SealedDatabase,
  of: { readonly clientId: string; readonly partyId: string },
  sent: SentPerson,
  at: { readonly nowUs: number; readonly ip: string },
): Promise<Person | undefined> {
  return updatePerson(db, of, ({ fields, table }) => ({
    ...changedRow(fields, valuesOf(fields, sent), sealingOf(secrets, table, of.partyId)),
    updated_ip_address: at.ip,
    updated_at: at.nowUs,
  }));
}

/** The result of a check or a review; undefined keeps the stored value, null clears it. */
export interface ReviewStatuses {
  readonly kyc_status?: string | null | undefined;
  readonly aml_status?: string | null | undefined;
  /** MM-DD-YYYY. */
  readonly aml_date?: string | null | undefined;
}

/** Sets the KYC and AML statuses of the client's party or entity; undefined as in findPerson. */
export function setReviewStatuses(
  db: Kysely<Schema>,
  of: { readonly clientId: string; readonly partyId: string },
  statuses: ReviewStatuses,
  nowUs: number,
): Promise<Person | undefined> {
  return updatePerson(db, of, () => ({ ...statuses, updated_at: nowUs }));
}

export function setArchived(
  db: Kysely<Schema>,
  of: { readonly clientId: string; readonly partyId: string },
  archived: 0 | 1,
  nowUs: number,
): Promise<Person | undefined> {
  return updatePerson(db, of, () => ({ archived, updated_at: nowUs }));
}

/** Deletes virtually, with the links to it; undefined as in findPerson. */
export function deletePerson(
  db: Kysely<Schema>,
  of: { readonly clientId: string; readonly partyId: string },
  nowUs: number,
): Promise<Person | undefined> {
  return inTransaction(db, async (transaction) => {
    const deleted = await updatePerson(transaction, of, () => ({ deleted_at: nowUs }));
    if (deleted !== undefined) await deleteLinksOf(transaction, { clientId: of.clientId, id: of.partyId }, nowUs);
    return deleted;
  });
}

/** As holdRecord does of the client's party or entity; false when it does not exist. */
export async function holdPerson(
  transaction: Kysely<Schema>,
  of: { readonly clientId: string; readonly partyId: string },
): Promise<boolean> {
  const kind = kindOf(of.partyId);
  if (kind === undefined) return false;
  return (await holdRecord(transaction, kind, { clientId: of.clientId, id: of.partyId })) !== undefined;
}

async function updatePerson(
  db: Kysely<Schema>,
  { clientId, partyId }: { readonly clientId: string; readonly partyId: string },
  values: (kind: PersonKind) => Changes<'parties' | 'entities'>,
): Promise<Person | undefined> {
  const kind = kindOf(partyId);
  return kind && writeRecord(db, kind, { clientId, id: partyId }, values(kind));
}
