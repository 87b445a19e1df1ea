import Type from 'typebox';
import type { Item, ReadServices, Resource } from '../../../src/modules/shared/list/index.ts';
import { listFields } from '../../../src/modules/shared/record/index.ts';
import { piiOf } from '../../../src/modules/shared/record/pii-levels.ts';
import type { Secrets } from '../../../src/modules/shared/record/sealing.ts';
import { ADVISER_FIELDS, adviserFields, adviserSchema } from './adviser-fields.ts';

const ADVISER_PII = piiOf('adviser.read', ADVISER_FIELDS, 'clientId');

export function adviserResource(services: ReadServices & { readonly secrets: Secrets }): Resource<'advisers'> {
  return {
    services,
    table: 'advisers',
    id: 'adviser_id',
    hides: 'deleted',
    scope: 'adviser.read',
    pii: ADVISER_PII,
    fields: listFields(ADVISER_FIELDS),
    itemSchema: Type.Object(adviserSchema),
    items: (rows): Item[] => rows.map((row) => adviserFields(row, services.secrets)),
  };
}
