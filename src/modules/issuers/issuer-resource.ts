import type { Item, ReadServices, Resource } from '../shared/list/index.ts';
import { listFields, piiOf, STAMPS } from '../shared/record/index.ts';
import { ISSUER_FIELDS, issuerFields, issuerSchema } from './issuer-fields.ts';

const ISSUER_PII = piiOf('issuer.read', ISSUER_FIELDS, ...Object.keys(STAMPS), 'clientId');

/** Issuers as GET /v3/issuers shows them (C25). */
export function issuerResource(services: ReadServices): Resource<'issuers'> {
  return {
    services,
    table: 'issuers',
    id: 'issuer_id',
    hides: 'deleted',
    scope: 'issuer.read.pii_medium',
    pii: ISSUER_PII,
    fields: { ...listFields(ISSUER_FIELDS), ...STAMPS },
    itemSchema: issuerSchema,
    items: (rows): Item[] => rows.map(issuerFields),
  };
}
