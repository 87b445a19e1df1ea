import { LISTS } from '../../http/methods/index.ts';
import { documentLevels } from '../shared/documents/index.ts';
import type { ReadDeps, Resource } from '../shared/list/index.ts';
import { listFields, piiOf, piiTable, type Secrets, uniteLevels, wordField } from '../shared/record/index.ts';
import { ENTITY_FIELDS } from './entity-fields.ts';
import { PARTY_FIELDS } from './party-fields.ts';
import { listedItem, listedSchema } from './person-answers.ts';
import { KEPT_FIELDS, PERSON_ID } from './person-fields.ts';
import { ENTITY, PARTY, type Person, type PersonKind } from './person-records.ts';

type Deps = ReadDeps & { readonly secrets: Secrets };

/** Individual parties as GET /v3/parties shows them (C25). */
export function partyResource(deps: Deps): Resource<'parties'> {
  const fields = { ...listFields(PERSON_ID), ...listFields(PARTY_FIELDS), ...KEPT_LIST };
  return { ...common(deps, PARTY), table: 'parties', fields };
}

/** Entities as GET /v3/entities shows them (C25). */
export function entityResource(deps: Deps): Resource<'entities'> {
  const fields = { ...listFields(PERSON_ID), ...listFields(ENTITY_FIELDS), ...KEPT_LIST };
  return { ...common(deps, ENTITY), table: 'entities', fields };
}

const KEPT_LIST = { partystatus: wordField('archived', { Active: 0, Archived: 1 }), ...listFields(KEPT_FIELDS) };

/** The levels of the fields of parties and entities, and of their documents. */
export const PERSON_LEVELS = uniteLevels(
  ...[PERSON_ID, PARTY_FIELDS, ENTITY_FIELDS, KEPT_FIELDS].map((fields) => piiOf('party.read', fields)),
  piiTable('party.read', {
    none: 'partystatus clientId KYCstatus AMLstatus archiveStatus partyid partyDocumentDetails',
  }),
  documentLevels('party.read'),
);

function common(deps: Deps, kind: PersonKind) {
  return {
    deps,
    id: 'party_id',
    hides: 'deletedOrArchived',
    scope: ['party.read.pii_high', LISTS.parties],
    levels: PERSON_LEVELS,
    itemSchema: listedSchema(kind),
    items: (rows: readonly Person[]) => rows.map((row) => listedItem(kind, row, deps.secrets)),
  } as const;
}
