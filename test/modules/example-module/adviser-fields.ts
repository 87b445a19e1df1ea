import Type from 'typebox';
import type { WebhookDeclaration } from '../../../src/http/openapi/webhooks.ts';
import { text } from '../../../src/http/parameters/text.ts';
import type { Item, ReadServices, Resource } from '../../../src/modules/shared/list/index.ts';
import {
  type Field,
  fieldsSchema,
  indexed,
  listFields,
  type RecordKind,
  sealingOf,
  shownFields,
  shownNames,
  textField,
  timeField,
} from '../../../src/modules/shared/record/index.ts';
import { piiOf } from '../../../src/modules/shared/record/pii-levels.ts';
import type { Secrets } from '../../../src/modules/shared/record/sealing.ts';
import { line } from '../../../src/modules/shared/values/parameters.ts';
import { NEVER, timestamp } from '../../../src/modules/shared/values/times.ts';
import type { AdviserRow } from './adviser-table.ts';

export const ADVISER = { table: 'advisers', id: 'adviser_id', unknown: 404 } as const satisfies RecordKind<'advisers'>;

export const ADVISER_FIELDS = [
  { name: 'adviserId', column: 'adviser_id', kept: true, pii: 'none', list: indexed(textField) },
  { name: 'adviserName', column: 'adviser_name', kind: line('name'), required: true, empty: '', pii: 'pii_medium' },
  { name: 'email', column: 'email', kind: line('e-mail address'), empty: null, pii: 'pii_medium' },
  { name: 'taxID', column: 'tax_id', kind: text({ maxLength: 20 }), empty: null, sealed: true, pii: 'pii_high' },
  { name: 'status', column: 'status', kind: line('status'), takenBy: ['update'], empty: 'Pending', pii: 'none' },
  { name: 'createdDate', column: 'created_at', kept: true, show: timestamp, pii: 'none', list: timeField },
  {
    name: 'updatedDate',
    column: 'updated_at',
    kept: true,
    show: (at) => (at === null ? NEVER : timestamp(at)),
    pii: 'none',
    list: timeField,
  },
] as const satisfies readonly Field<AdviserRow>[];

export const adviserSchema = Type.Object(fieldsSchema(ADVISER_FIELDS));

export function adviserFields(row: AdviserRow, secrets: Secrets) {
  return shownFields(ADVISER_FIELDS, row, sealingOf(secrets, ADVISER.table, row.adviser_id));
}

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
    itemSchema: adviserSchema,
    items: (rows): Item[] => rows.map((row) => adviserFields(row, services.secrets)),
  };
}

/** In the program: one of src/modules/webhook-list.ts. */
export const ADVISER_WEBHOOKS: readonly WebhookDeclaration[] = [
  { name: 'createAdviser', group: 'Advisers', summary: 'An adviser was stored', fields: shownNames(ADVISER_FIELDS) },
  { name: 'updateAdviser', group: 'Advisers', summary: 'An adviser was changed', fields: shownNames(ADVISER_FIELDS) },
  { name: 'deleteAdviser', group: 'Advisers', summary: 'An adviser was deleted', fields: ['adviserId'] },
];
