import { type ReadServices, type Resource, textField, timeField, wordField } from '../shared/list/index.ts';
import { ENTITY_PII, PARTY_PII } from '../shared/pii-levels.ts';
import type { Secrets } from '../shared/services.ts';
import { listedItem, listedSchema } from './person-answers.ts';
import { PARTY, type PersonKind } from './person-kind.ts';
import type { Person } from './person-records.ts';

type Services = ReadServices & { readonly secrets: Secrets };

/** Individual parties as GET /v3/parties shows them (C25). */
export function partyResource(services: Services, kind: PersonKind): Resource<'parties'> {
  return { ...common(services, kind), table: 'parties' };
}

/** Entities as GET /v3/entities shows them (C25). */
export function entityResource(services: Services, kind: PersonKind): Resource<'entities'> {
  return { ...common(services, kind), table: 'entities' };
}

/** Sealed fields cannot be searched. */
function common(services: Services, kind: PersonKind) {
  const stored = kind.fields.filter(({ sealed }) => !sealed);
  return {
    services,
    id: 'party_id',
    hides: 'deletedOrArchived',
    scope: 'party.read.pii_high',
    pii: kind === PARTY ? PARTY_PII : ENTITY_PII,
    fields: {
      partyId: textField('party_id', { filter: 'indexed' }),
      ...Object.fromEntries(
        stored.map(({ name, shown = name, column }) => [
          shown,
          column === 'email_address' ? textField(column, { filter: 'indexed' }) : textField(column),
        ]),
      ),
      partystatus: wordField('archived', { Active: 0, Archived: 1 }),
      esignStatus: textField('esign_status'),
      createdDate: timeField('created_at'),
      updatedDate: timeField('updated_at'),
    },
    itemSchema: listedSchema(kind),
    items: (rows: readonly object[]) => rows.map((row) => listedItem(kind, row as Person, services.secrets)),
  } as const;
}
