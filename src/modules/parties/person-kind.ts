/** The differences between parties and entities, which are otherwise stored and read in the same way. */
import type { EntityRow, PartyRow } from '../../database/schema/index.ts';
import { newRow, type RecordKind, type Sealing, valuesOf } from '../shared/record/index.ts';
import { ENTITY_FIELDS } from './entity-fields.ts';
import { PARTY_FIELDS } from './party-fields.ts';
import type { PersonField } from './person-fields.ts';

/** A party or an entity; refusals are the same for both. */
export const PERSON = { unknown: 198 } as const;

/** A party or an entity. */
export type Person = PartyRow | EntityRow;

/** The values that were sent, by the names of the parameters. */
export type SentPerson = Readonly<Record<string, string | undefined>>;

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
    ...newRow(PARTY_FIELDS, valuesOf(PARTY_FIELDS, sent), sealing),
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
    ...newRow(ENTITY_FIELDS, valuesOf(ENTITY_FIELDS, sent), sealing),
    ...kept,
  }),
  suffix: 'Entity',
  key: 'entityDetails',
  what: 'an entity',
};

/** The kind of a well-formed id (C12); undefined for anything else. */
export function kindOf(partyId: string): PersonKind | undefined {
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
