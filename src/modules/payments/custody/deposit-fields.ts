/** A deposit into a custody account, as methods and webhooks show it. */
import type { CustodyFundMoveRow } from '../../../database/schema/index.ts';
import type { Secrets } from '../../shared/record/index.ts';
import { at, orNull, says, view } from '../../shared/values/index.ts';
import { type BankNumbers, openDetails } from '../ach/accounts/index.ts';

export const MOVE_VIEW = view<CustodyFundMoveRow & BankNumbers>('CustodyDeposit')({
  accountId: 'account_id',
  bankName: orNull('bank_name'),
  amount: 'amount',
  accountNumber: 'accountNumber',
  routingNumber: 'routingNumber',
  accountName: 'account_name',
  referenceNumber: 'reference_number',
  description: orNull('description'),
  tradeId: orNull('trade_id', 'the trade that the money is for'),
  approvalStatus: 'approval_status',
  status: 'status',
  routingNumberStatus: says(() => 'Verified'),
  errors: 'errors',
  createdDate: at('created_at'),
  updatedDate: at('updated_at'),
});

export function fundMoveFields(secrets: Secrets, row: CustodyFundMoveRow) {
  const numbers = openDetails(secrets, 'custody_fund_moves', row.reference_number, row);
  return MOVE_VIEW.show({ ...row, ...numbers });
}

/** Webhooks leave the number of the bank account empty (U11); without secrets that of the bank, too. */
export function fundMoveWebhook(secrets: Secrets | undefined, row: CustodyFundMoveRow) {
  const fields =
    secrets === undefined
      ? MOVE_VIEW.show({ ...row, accountNumber: '', routingNumber: '' })
      : fundMoveFields(secrets, row);
  return { ...fields, accountNumber: '' };
}

/** Webhooks call the state of a voided deposit void, as the answer of updateCustodyFundMove does. */
export function voidedWebhook(secrets: Secrets | undefined, row: CustodyFundMoveRow) {
  return fundMoveWebhook(secrets, { ...row, status: 'void' });
}
