/** Custody accounts: requests, supplements, deposits and disbursements. */
export { custodyModule } from './custody-module.ts';
export { CUSTODY_WEBHOOKS } from './custody-webhooks.ts';
export { depositDebits } from './deposit-debits.ts';
export { DISBURSEMENT } from './disbursement-kind.ts';
export { DISBURSEMENT_LIFECYCLE, type DisbursementStatus } from './disbursement-lifecycle.ts';
export { CUSTODY_FUND_MOVE } from './fund-move-kind.ts';
export { holdDeposit, liveDeposits, moveDeposit } from './fund-move-records.ts';
export { custodyMoney } from './trade-money.ts';
