/** Parties and entities as the API shows them (C54). */

import Type, { type TObject } from 'typebox';
import type { EntityRow, PartyRow } from '../../database/schema/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import type { Item } from '../shared/list/index.ts';
import { fieldsNamed, fieldsSchema, type Secrets, sealingOf, shownFields } from '../shared/record/index.ts';
import { orNull, view } from '../shared/values/index.ts';
import { ENTITY_FIELDS } from './entity-fields.ts';
import { PARTY_FIELDS } from './party-fields.ts';
import { KEPT_FIELDS, PERSON_ID, type PersonField } from './person-fields.ts';
import { ENTITY, PARTY, type Person, type PersonKind } from './person-records.ts';

const STATES = ['Active', 'Archived'];

type Shown = Record<string, string | null>;

function personFields(kind: PersonKind, fields: readonly PersonField[], row: Person, secrets: Secrets): Shown {
  return {
    ...shownFields(PERSON_ID, row),
    ...shownFields(fields, row, sealingOf(secrets, kind.table, row.party_id)),
  };
}

/** The fields that callers set, as getParty and getEntity show them. */
function readable({ fields }: PersonKind): readonly PersonField[] {
  return fields.filter(({ name }) => name !== 'formationDate');
}

/** The record of getParty or getEntity; only getParty shows the platform's fields. */
export function readFields(kind: PersonKind, row: Person, secrets: Secrets): Shown {
  const fields = personFields(kind, readable(kind), row, secrets);
  return kind === PARTY ? { ...fields, ...shownFields(KEPT_FIELDS, row) } : fields;
}

export function readSchema(kind: PersonKind): TObject {
  return namedObject(`${kind.suffix}Record`, {
    ...fieldsSchema(PERSON_ID),
    ...fieldsSchema(readable(kind)),
    ...(kind === PARTY ? fieldsSchema(KEPT_FIELDS) : {}),
  });
}

/** An item of GET /v3/parties or GET /v3/entities. */
export function listedItem(kind: PersonKind, row: Person, secrets: Secrets): Item {
  return {
    ...personFields(kind, kind.fields, row, secrets),
    ...shownFields(KEPT_FIELDS, row),
    partystatus: STATES[row.archived],
  };
}

export function listedSchema(kind: PersonKind): TObject {
  return namedObject(kind.suffix, {
    ...fieldsSchema(PERSON_ID),
    ...fieldsSchema(kind.fields),
    ...fieldsSchema(KEPT_FIELDS),
    partystatus: Type.String({ enum: STATES }),
  });
}

/** The two statuses that create, update and webhooks show, null when they were never set. */
export const STATUS_VIEW = view<Person>('PersonStatus')({
  partyId: 'party_id',
  KYCstatus: orNull('kyc_status'),
  AMLstatus: orNull('aml_status'),
});

const NUMBERS = fieldsNamed(PARTY_FIELDS, 'socialSecurityNumber', 'dob');
const ENTITY_NUMBERS = fieldsNamed(ENTITY_FIELDS, 'ein');

/** The decrypted numbers of a party that are encrypted at rest; empty text for a missing one. */
export function personalNumbers(row: PartyRow, secrets: Secrets) {
  return shownFields(NUMBERS, row, sealingOf(secrets, PARTY.table, row.party_id));
}

/** The decrypted tax id of an entity; empty text for a missing one. */
export function entityTaxId(row: EntityRow, secrets: Secrets): string {
  return shownFields(ENTITY_NUMBERS, row, sealingOf(secrets, ENTITY.table, row.party_id)).ein;
}
