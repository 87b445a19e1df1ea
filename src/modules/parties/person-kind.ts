/** What parties and entities, which are kept and read alike, differ in. */
import type { RecordKind } from '../shared/record/index.ts';
import type { PersonField } from './person-fields.ts';
import { ENTITY_FIELDS, PARTY_FIELDS } from './person-fields.ts';

/** Either: both are refused alike. */
export const PERSON = { unknown: 198 } as const;

export interface PersonKind extends RecordKind<'parties' | 'entities'> {
  readonly kind: 'party' | 'entity';
  readonly form: RegExp;
  /** What ids begin with. */
  readonly letter: 'P' | 'E';
  readonly fields: readonly PersonField[];
}

export const PARTY: PersonKind = {
  ...PERSON,
  kind: 'party',
  table: 'parties',
  id: 'party_id',
  form: /^P[0-9]{6,10}$/,
  letter: 'P',
  fields: PARTY_FIELDS,
};
export const ENTITY: PersonKind = {
  ...PERSON,
  kind: 'entity',
  table: 'entities',
  id: 'party_id',
  form: /^E[0-9]{6,10}$/,
  letter: 'E',
  fields: ENTITY_FIELDS,
};

/** The kind of a well-formed id (C12); undefined for anything else. */
export function kindOf(partyId: string): PersonKind | undefined {
  return [PARTY, ENTITY].find(({ form }) => form.test(partyId));
}
