import Type from 'typebox';
import type { CustodyAccountRequestRow } from '../../../database/schema/index.ts';
import { textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';

const WRITTEN = textsSchema('accountId', 'custAccStatus', 'accountStatus', 'custAccRequestID', 'createdDate');
const approvalStatus = textOrNull('approval status of the account');

export const updatedRequestSchema = WRITTEN;
export const createdRequestSchema = Type.Object({ ...WRITTEN.properties, approvalStatus });
export const requestSchema = Type.Object({
  ...createdRequestSchema.properties,
  restrictedStatus: Type.String({ description: 'Yes or No' }),
  reasonForStatus: textOrNull(),
});

export function updatedRequestFields(row: CustodyAccountRequestRow) {
  return {
    accountId: row.account_id,
    custAccStatus: row.request_status,
    accountStatus: row.account_status,
    custAccRequestID: row.request_id,
    createdDate: timestamp(row.created_at),
  };
}

export function createdRequestFields(row: CustodyAccountRequestRow, approval: string) {
  return { ...updatedRequestFields(row), approvalStatus: approval };
}

export function requestFields(row: CustodyAccountRequestRow, approval: string) {
  return {
    ...createdRequestFields(row, approval),
    restrictedStatus: row.restricted === 1 ? 'Yes' : 'No',
    reasonForStatus: row.reason,
  };
}
