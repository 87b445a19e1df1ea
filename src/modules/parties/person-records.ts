import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { EntityRow, PartyRecord, PartyRow } from '../../database/tables/parties.ts';
import { deleteLinksOf } from '../shared/links-of-record.ts';
import { nextId } from '../shared/next-id.ts';
import { findRecord, holdRecord, type Reader, type RecordOf, writeRecord } from '../shared/record/index.ts';
import type { Secrets } from '../shared/services.ts';
import { ENTITY, kindOf, PARTY, type PersonKind } from './person-kind.ts';

/** A party or an entity: what both have, and the columns of its kind. */
export type Person = Readonly<PartyRecord & PersonColumns>;

type PersonColumns = Record<string, string | number | null>;

/** New values by column; those to be sealed under their plain name, in the clear. */
export type PersonValues = Readonly<Record<string, string | null>>;

/** Stores a party or entity, active; values that are missing get the empty value of their field. */
export async function insertPerson(
  db: Kysely<Schema>,
  secrets: Secrets,
  of: { readonly kind: PersonKind; readonly clientId: string },
  values: PersonValues,
  at: { readonly nowUs: number; readonly ip: string },
): Promise<Person> {
  const party_id = `${of.kind.letter}${await nextId(db, of.kind.kind)}`;
  const empty = Object.fromEntries(
    of.kind.fields.filter(({ sealed }) => !sealed).map(({ column, empty: value }) => [column, value]),
  );
  const row = {
    ...empty,
    ...stored(secrets, of.kind, party_id, values),
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
  await people(db).insertInto(tableOf(of.kind)).values(row).execute();
  return row as unknown as Person;
}

/** The reader's party or entity; undefined when it is unknown, deleted, another client's, or the id no id. */
export async function findPerson(db: Kysely<Schema>, reader: Reader, partyId: string): Promise<Person | undefined> {
  const kind = kindOf(partyId);
  if (kind === undefined) return undefined;
  return asPerson(findRecord(db, kind, reader, partyId));
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

/** Changes the columns given and answers the record as it then is; undefined as in findPerson. */
export async function changePerson(
  db: Kysely<Schema>,
  secrets: Secrets,
  of: { readonly clientId: string; readonly partyId: string },
  values: PersonValues,
  at: { readonly nowUs: number; readonly ip: string },
): Promise<Person | undefined> {
  return updatePerson(db, of, (kind) => ({
    ...stored(secrets, kind, of.partyId, values),
    updated_ip_address: at.ip,
    updated_at: at.nowUs,
  }));
}

/** What a check or a review found; undefined keeps the stored value, null clears it. */
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
  const sent = Object.fromEntries(Object.entries(statuses).filter(([, value]) => value !== undefined));
  return updatePerson(db, of, () => ({ ...sent, updated_at: nowUs }));
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
  return db.transaction().execute(async (transaction) => {
    const deleted = await updatePerson(transaction, of, () => ({ deleted_at: nowUs }));
    if (deleted !== undefined) await deleteLinksOf(transaction, { clientId: of.clientId, id: of.partyId }, nowUs);
    return deleted;
  });
}

/** As holdRecord does of the client's party or entity. */
export async function holdPerson(
  transaction: Kysely<Schema>,
  of: { readonly clientId: string; readonly partyId: string },
): Promise<boolean> {
  const kind = kindOf(of.partyId);
  return kind !== undefined && holdRecord(transaction, kind, { clientId: of.clientId, id: of.partyId });
}

async function updatePerson(
  db: Kysely<Schema>,
  { clientId, partyId }: { readonly clientId: string; readonly partyId: string },
  values: (kind: PersonKind) => Readonly<Record<string, string | number | null>>,
): Promise<Person | undefined> {
  const kind = kindOf(partyId);
  return kind && asPerson(writeRecord(db, kind, { clientId, id: partyId }, values(kind)));
}

/** A sealed field as it was sent; the field's empty value when there is none. */
export function openField(secrets: Secrets, kind: PersonKind, row: Person, column: string): string {
  const sealed = row[`${column}_sealed`];
  return typeof sealed === 'string' ? secrets.open(sealed, contextOf(kind, row.party_id, column)) : '';
}

/** The columns that values are stored in. */
function stored(secrets: Secrets, kind: PersonKind, partyId: string, values: PersonValues): PersonValues {
  const sealed = new Set(kind.fields.filter((field) => field.sealed).map(({ column }) => column));
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => {
      if (!sealed.has(column)) return [column, value];
      return [`${column}_sealed`, value === null ? null : secrets.seal(value, contextOf(kind, partyId, column))];
    }),
  );
}

/** Binds a sealed value to its record: copied to another row, it does not open. */
function contextOf(kind: PersonKind, partyId: string, column: string): string {
  return `${kind.table}.${column}:${partyId}`;
}

/** Which of the two a row is, its kind says. */
async function asPerson(row: Promise<RecordOf<'parties' | 'entities'> | undefined>): Promise<Person | undefined> {
  return (await row) as Person | undefined;
}

/**
 * Parties and entities are treated alike here: what columns there are is said by the fields of a kind, so to the query
 * builder either is a table of people.
 */
function people(db: Kysely<Schema>): Kysely<{ people: PersonColumns }> {
  return db as unknown as Kysely<{ people: PersonColumns }>;
}

function tableOf(kind: PersonKind): 'people' {
  return kind.table as string as 'people';
}
