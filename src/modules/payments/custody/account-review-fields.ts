import Type from 'typebox';
import type { CustodyAccountRequestRow } from '../../../database/schema/index.ts';
import { textOrNull, timestamp } from '../../shared/values/index.ts';
import { updatedRequestFields, updatedRequestSchema } from './account-request-fields.ts';

/** A request as the operator sees it. */
export const reviewedRequestSchema = Type.Object({
  ...updatedRequestSchema.properties,
  clientId: Type.String(),
  restrictedStatus: Type.String({ description: 'Yes or No' }),
  reasonForStatus: textOrNull(),
  notes: textOrNull('what the client said last'),
  updatedDate: textOrNull(),
});

export function reviewedRequestFields(row: CustodyAccountRequestRow) {
  return {
    ...updatedRequestFields(row),
    clientId: row.client_id,
    restrictedStatus: row.restricted === 1 ? 'Yes' : 'No',
    reasonForStatus: row.reason,
    notes: row.notes,
    updatedDate: row.updated_at === null ? null : timestamp(row.updated_at),
  };
}
