import type { Db, EntityRow, PartyRow } from '../../database/schema/index.ts';
import {
  type Changes,
  changedRow,
  type DeletedLink,
  deleteLinksOf,
  findRecord,
  holdRecord,
  inTransaction,
  newRow,
  type Reader,
  type RecordKind,
  type SealedDatabase,
  type Sealing,
  sealingOf,
  writeRecord,
} from '../shared/record/index.ts';
import { ENTITY_FIELDS } from './entity-fields.ts';
import { PARTY_FIELDS } from './party-fields.ts';
import type { PersonField } from './person-fields.ts';

/** The reader's party or entity; undefined when it is unknown, deleted or another client's, or the id is malformed. */
export async function findPerson(db: Db, reader: Reader, partyId: string): Promise<Person | undefined> {
  const kind = kindOf(partyId);
  if (kind === undefined) return undefined;
  return findRecord(db, kind, reader, partyId);
}

/** The reader's individual party; undefined as in findPerson, and for the id of an entity. */
export async function findParty(db: Db, reader: Reader, partyId: string): Promise<PartyRow | undefined> {
  if (kindOf(partyId) !== PARTY) return undefined;
  return (await findPerson(db, reader, partyId)) as PartyRow | undefined;
}

/** The reader's entity; undefined as in findPerson, and for the id of an individual party. */
export async function findEntity(db: Db, reader: Reader, partyId: string): Promise<EntityRow | undefined> {
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
    ...changedRow(fields, sent, sealingOf(secrets, table, of.partyId)),
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
  db: Db,
  of: { readonly clientId: string; readonly partyId: string },
  statuses: ReviewStatuses,
  nowUs: number,
): Promise<Person | undefined> {
  return updatePerson(db, of, () => ({ ...statuses, updated_at: nowUs }));
}

export function setArchived(
  db: Db,
  of: { readonly clientId: string; readonly partyId: string },
  archived: 0 | 1,
  nowUs: number,
): Promise<Person | undefined> {
  return updatePerson(db, of, () => ({ archived, updated_at: nowUs }));
}

/** Deletes virtually, with the links to it, and answers the webhooks of these; undefined as in findPerson. */
export function deletePerson(
  db: Db,
  of: { readonly clientId: string; readonly partyId: string },
  nowUs: number,
): Promise<readonly DeletedLink[] | undefined> {
  return inTransaction(db, async (transaction) => {
    const deleted = await updatePerson(transaction, of, () => ({ deleted_at: nowUs }));
    return deleted && deleteLinksOf(transaction, { clientId: of.clientId, id: of.partyId }, nowUs);
  });
}

/** As holdRecord does of the client's party or entity; false when it does not exist. */
export async function holdPerson(
  transaction: Db,
  of: { readonly clientId: string; readonly partyId: string },
): Promise<boolean> {
  const kind = kindOf(of.partyId);
  if (kind === undefined) return false;
  return (await holdRecord(transaction, kind, { clientId: of.clientId, id: of.partyId })) !== undefined;
}

async function updatePerson(
  db: Db,
  { clientId, partyId }: { readonly clientId: string; readonly partyId: string },
  values: (kind: PersonKind) => Changes<'parties' | 'entities'>,
): Promise<Person | undefined> {
  const kind = kindOf(partyId);
  return kind && writeRecord(db, kind, { clientId, id: partyId }, values(kind));
}

/** A party or an entity; refusals are the same for both. */
export const PERSON = { unknown: 198 } as const;

/** A party or an entity. */
export type Person = PartyRow | EntityRow;

/** The values that were sent, by the names of the parameters. */
type SentPerson = Readonly<Record<string, string | undefined>>;

/** The columns that no caller sets. */
type KeptColumns = Pick<
  PartyRow,
  | 'party_id'
  | 'client_id'
  | 'esign_status'
  | 'document_key'
  | 'archived'
  | 'created_ip_address'
  | 'updated_ip_address'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
>;

export interface PersonKind extends RecordKind<'parties' | 'entities'> {
  readonly kind: 'party' | 'entity';
  readonly form: RegExp;
  /** The first character of ids. */
  readonly letter: 'P' | 'E';
  readonly fields: readonly PersonField[];
  readonly rowOf: (kept: KeptColumns, sent: SentPerson, sealing: Sealing) => Person;
  /** Party or Entity, as method names have it. */
  readonly suffix: 'Party' | 'Entity';
  /** The key of answers. */
  readonly key: 'partyDetails' | 'entityDetails';
  readonly what: string;
}

export const PARTY: PersonKind = {
  ...PERSON,
  kind: 'party',
  table: 'parties',
  id: 'party_id',
  form: /^P[0-9]{6,10}$/,
  letter: 'P',
  fields: PARTY_FIELDS,
  rowOf: (kept, sent, sealing): PartyRow => ({
    ...newRow(PARTY_FIELDS, sent, sealing),
    ...kept,
  }),
  suffix: 'Party',
  key: 'partyDetails',
  what: 'an individual party',
};

export const ENTITY: PersonKind = {
  ...PERSON,
  kind: 'entity',
  table: 'entities',
  id: 'party_id',
  form: /^E[0-9]{6,10}$/,
  letter: 'E',
  fields: ENTITY_FIELDS,
  rowOf: (kept, sent, sealing): EntityRow => ({
    ...newRow(ENTITY_FIELDS, sent, sealing),
    ...kept,
  }),
  suffix: 'Entity',
  key: 'entityDetails',
  what: 'an entity',
};

/** The kind of a well-formed id (C12); undefined for anything else. */
function kindOf(partyId: string): PersonKind | undefined {
  return [PARTY, ENTITY].find(({ form }) => form.test(partyId));
}

/** Whether a person is an individual party. */
export function isParty(person: Person): person is PartyRow {
  return kindOf(person.party_id) === PARTY;
}

/** The id; for an id of the other kind or a malformed one, an id that does not exist, which is unknown (198). */
export function ofKind(kind: PersonKind, id: string | undefined): string {
  return id !== undefined && kindOf(id) === kind ? id : '';
}
