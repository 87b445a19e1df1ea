import type { ReadServices, Resource } from '../shared/list/index.ts';
import { listFields, piiOf, type Secrets, wordField } from '../shared/record/index.ts';
import { ENTITY_FIELDS } from './entity-fields.ts';
import { PARTY_FIELDS } from './party-fields.ts';
import { listedItem, listedSchema } from './person-answers.ts';
import { KEPT_FIELDS, PERSON_ID, type PersonField } from './person-fields.ts';
import { ENTITY, PARTY, type Person, type PersonKind } from './person-records.ts';

type Services = ReadServices & { readonly secrets: Secrets };

/** Individual parties as GET /v3/parties shows them (C25). */
export function partyResource(services: Services): Resource<'parties'> {
  const fields = { ...listFields(PERSON_ID), ...listFields(PARTY_FIELDS), ...KEPT_LIST };
  return { ...common(services, PARTY), table: 'parties', pii: PARTY_PII, fields };
}

/** Entities as GET /v3/entities shows them (C25). */
export function entityResource(services: Services): Resource<'entities'> {
  const fields = { ...listFields(PERSON_ID), ...listFields(ENTITY_FIELDS), ...KEPT_LIST };
  return { ...common(services, ENTITY), table: 'entities', pii: ENTITY_PII, fields };
}

const KEPT_LIST = { partystatus: wordField('archived', { Active: 0, Archived: 1 }), ...listFields(KEPT_FIELDS) };

const PARTY_PII = piiOfKind(PARTY_FIELDS);
const ENTITY_PII = piiOfKind(ENTITY_FIELDS);

function piiOfKind(fields: readonly PersonField[]) {
  return piiOf('party.read', [...PERSON_ID, ...fields, ...KEPT_FIELDS], 'partystatus', 'clientId');
}

function common(services: Services, kind: PersonKind) {
  return {
    services,
    id: 'party_id',
    hides: 'deletedOrArchived',
    scope: 'party.read.pii_high',
    itemSchema: listedSchema(kind),
    items: (rows: readonly Person[]) => rows.map((row) => listedItem(kind, row, services.secrets)),
  } as const;
}
