/** Deposits into custody accounts (U10): the payments of one instrument, and how they go to the bank. */
import { toMillionths } from '../../shared/values/index.ts';
import { allLimits } from '../../trades/index.ts';
import { blockIfUnauthorized, debitPermission } from '../ach/accounts/index.ts';
import { InstrumentDebits } from '../ach/batch/index.ts';
import { DEPOSIT_LIFECYCLE, InstrumentRail } from '../lifecycle/index.ts';
import { openCustodyAccount } from './account-request-records.ts';
import { voidedWebhook } from './deposit-fields.ts';
import { depositMaximum } from './deposit-limits.ts';

export const depositRail = new InstrumentRail({
  kind: { table: 'custody_fund_moves', id: 'reference_number', unknown: 212 },
  state: 'status',
  approval: 'approval_status',
  lifecycle: DEPOSIT_LIFECYCLE,
  noErrors: '',
  webhooks: (deposit, trigger, secrets) =>
    trigger === 'void'
      ? [{ clientId: deposit.client_id, method: 'updateCustodyFundMove', fields: voidedWebhook(secrets, deposit) }]
      : [],
  limits: allLimits(openCustodyAccount, debitPermission, depositMaximum),
  received: ({ amount }) => toMillionths(amount),
  afterStep: blockIfUnauthorized,
});

/** How the bank, and the bank statement of the payer, name deposits. */
const CUSTODY = 'CUSTODY';

/**
 * The bank credits the total of a batch to the custodian's account; identification and information say whose each
 * deposit is.
 */
export const depositDebits = new InstrumentDebits(depositRail, async (_db, _deposits, { originName }) => {
  const heading = { companyName: originName, discretionaryData: CUSTODY, entryDescription: CUSTODY };
  return ({ account_id, account_name, description }) => ({
    ...heading,
    batch: CUSTODY,
    receiverName: account_name,
    information: `${account_id} ${description ?? ''}`.trim(),
  });
});
