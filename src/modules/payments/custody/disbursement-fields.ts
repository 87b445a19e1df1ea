import Type from 'typebox';
import type { CustodyFundDisbursementRow } from '../../../database/schema/index.ts';
import type { Secrets } from '../../shared/record/index.ts';
import { textOrNull, timestamp } from '../../shared/values/index.ts';

export const disbursementSchema = Type.Object({
  requestId: Type.String(),
  accountId: Type.String(),
  amount: Type.String({ description: 'two decimals' }),
  type: Type.String(),
  bankId: textOrNull(),
  bankAccountId: textOrNull(),
  additionalDetails: textOrNull(),
  status: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
});

export function disbursementFields(secrets: Secrets, row: CustodyFundDisbursementRow) {
  const open = (sealed: string | null, column: string) =>
    sealed === null ? null : secrets.open(sealed, contextOf(column, row.request_id));
  return {
    requestId: row.request_id,
    accountId: row.account_id,
    amount: row.amount,
    type: row.type,
    bankId: row.bank_id,
    bankAccountId: open(row.bank_account_id_sealed, 'bank_account_id'),
    additionalDetails: open(row.details_sealed, 'details'),
    status: row.status,
    createdDate: timestamp(row.created_at),
    updatedDate: timestamp(row.updated_at),
  };
}

export function sealOf(secrets: Secrets, column: string, requestId: string, text: string | undefined): string | null {
  return text === undefined ? null : secrets.seal(text, contextOf(column, requestId));
}

/** Binds a sealed value to its row: copied to another, it does not open. */
function contextOf(column: string, requestId: string): string {
  return `custody_fund_disbursements.${column}:${requestId}`;
}
