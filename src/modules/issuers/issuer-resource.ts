import type { Item, ReadServices, Resource } from '../shared/list/index.ts';
import { numberField, textField, timeField } from '../shared/list/index.ts';
import { ISSUER_PII } from '../shared/pii-levels.ts';
import { issuerFields, issuerSchema } from './issuer-fields.ts';

/** Issuers as GET /v3/issuers shows them (C25). */
export function issuerResource(services: ReadServices): Resource<'issuers'> {
  return {
    services,
    table: 'issuers',
    id: 'issuer_id',
    hides: 'deleted',
    scope: 'issuer.read.pii_medium',
    pii: ISSUER_PII,
    fields: {
      issuerId: numberField('issuer_id', { filter: 'indexed' }),
      issuerName: textField('issuer_name'),
      firstName: textField('first_name'),
      lastName: textField('last_name'),
      email: textField('email'),
      phoneNumber: textField('phone_number'),
      issuerStatus: textField('issuer_status'),
      createdDate: timeField('created_at'),
      updatedDate: timeField('updated_at'),
    },
    itemSchema: issuerSchema,
    items: (rows): Item[] => rows.map(issuerFields),
  };
}
