import { text } from '../../../src/http/parameters/text.ts';
import {
  type Field,
  fieldsSchema,
  indexed,
  sealingOf,
  shownFields,
  textField,
  timeField,
} from '../../../src/modules/shared/record/index.ts';
import type { Secrets } from '../../../src/modules/shared/record/sealing.ts';
import { line } from '../../../src/modules/shared/values/parameters.ts';
import { NEVER, timestamp } from '../../../src/modules/shared/values/times.ts';
import { ADVISER } from './adviser-kind.ts';
import type { AdviserRow } from './adviser-table.ts';

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

export const adviserSchema = fieldsSchema(ADVISER_FIELDS);

export function adviserFields(row: AdviserRow, secrets: Secrets) {
  return shownFields(ADVISER_FIELDS, row, sealingOf(secrets, ADVISER.table, row.adviser_id));
}
