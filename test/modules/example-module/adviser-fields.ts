import Type from 'typebox';
import { webhooksIn } from '../../../src/http/openapi/index.ts';
import { text } from '../../../src/http/parameters/index.ts';
import {
  type Field,
  fieldsSchema,
  indexed,
  piiOf,
  type RecordKind,
  type Secrets,
  sealingOf,
  shownFields,
  shownNames,
  textField,
  timeField,
} from '../../../src/modules/shared/record/index.ts';
import { changedTimestamp, line, timestamp } from '../../../src/modules/shared/values/index.ts';
import type { AdviserRow } from './adviser-row.ts';

export const ADVISER = { table: 'advisers', id: 'adviser_id', unknown: 404 } as const satisfies RecordKind<'advisers'>;

export const ADVISER_FIELDS = [
  { name: 'adviserId', pii: 'none', list: indexed(textField) },
  { name: 'adviserName', kind: line('name'), required: true, empty: '', pii: 'pii_medium' },
  { name: 'email', kind: line('e-mail address'), pii: 'pii_medium' },
  { name: 'taxID', column: 'tax_id', kind: text({ maxLength: 20 }), sealed: true, pii: 'pii_high' },
  { name: 'status', kind: line('status'), takenBy: ['update'], empty: 'Pending', pii: 'none' },
  { name: 'createdDate', column: 'created_at', show: timestamp, pii: 'none', list: timeField },
  { name: 'updatedDate', column: 'updated_at', show: changedTimestamp, pii: 'none', list: timeField },
] as const satisfies readonly Field<AdviserRow>[];

export const ADVISER_LEVELS = piiOf('adviser.read', ADVISER_FIELDS, 'clientId');
export const adviserSchema = Type.Object(fieldsSchema(ADVISER_FIELDS));

export function adviserFields(row: AdviserRow, secrets: Secrets) {
  return shownFields(ADVISER_FIELDS, row, sealingOf(secrets, ADVISER.table, row.adviser_id));
}

/** In the program: one of src/modules/webhook-list.ts. */
export const ADVISER_WEBHOOKS = webhooksIn('Advisers', {
  createAdviser: { summary: 'An adviser was stored', fields: shownNames(ADVISER_FIELDS) },
  updateAdviser: { summary: 'An adviser was changed', fields: shownNames(ADVISER_FIELDS) },
  deleteAdviser: { summary: 'An adviser was deleted', fields: ['adviserId'] },
});
