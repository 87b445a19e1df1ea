import Type from 'typebox';
import type { CustodyFundMoveRow } from '../../../database/schema/index.ts';
import { type Client, grantedLevel } from '../../../http/methods/index.ts';
import type { Secrets } from '../../shared/record/index.ts';
import { textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import { openDetails } from '../ach/accounts/index.ts';

export const fundMoveSchema = Type.Object({
  ...textsSchema(
    'accountId',
    'amount',
    'accountNumber',
    'routingNumber',
    'accountName',
    'referenceNumber',
    'approvalStatus',
    'status',
    'routingNumberStatus',
    'errors',
    'createdDate',
    'updatedDate',
  ).properties,
  bankName: textOrNull(),
  description: textOrNull(),
  tradeId: textOrNull('the trade that the money is for'),
});

/**
 * The number of the bank account is shown with the highest level of account.read; without a client it is empty (U11).
 */
export function fundMoveFields(secrets: Secrets, row: CustodyFundMoveRow, client?: Client) {
  const isShown = client !== undefined && grantedLevel(client.scopes, 'account.read') === 'pii_high';
  const { accountNumber, routingNumber } = openDetails(secrets, 'custody_fund_moves', row.reference_number, row);
  return {
    accountId: row.account_id,
    bankName: row.bank_name,
    amount: row.amount,
    accountNumber: isShown ? accountNumber : '',
    routingNumber,
    accountName: row.account_name,
    referenceNumber: String(row.reference_number),
    description: row.description,
    tradeId: row.trade_id === null ? null : String(row.trade_id),
    approvalStatus: row.approval_status,
    status: row.status,
    routingNumberStatus: 'Verified',
    errors: row.errors,
    createdDate: timestamp(row.created_at),
    updatedDate: timestamp(row.updated_at),
  };
}
