/** What parties and entities, which are kept and read alike, differ in. */
import type { PersonField } from './person-fields.ts';
import { ENTITY_FIELDS, PARTY_FIELDS } from './person-fields.ts';

export interface PersonKind {
  readonly kind: 'party' | 'entity';
  readonly table: 'parties' | 'entities';
  /** What ids begin with. */
  readonly letter: 'P' | 'E';
  readonly fields: readonly PersonField[];
}

export const PARTY: PersonKind = { kind: 'party', table: 'parties', letter: 'P', fields: PARTY_FIELDS };
export const ENTITY: PersonKind = { kind: 'entity', table: 'entities', letter: 'E', fields: ENTITY_FIELDS };

/** The kind of a well-formed id (spec/1, Identifiers); undefined for anything else. */
export function kindOf(partyId: string): PersonKind | undefined {
  if (!/^[PE][0-9]{6,10}$/.test(partyId)) return undefined;
  return partyId.startsWith(PARTY.letter) ? PARTY : ENTITY;
}
