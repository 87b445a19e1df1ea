/** Custody accounts: requests, supplements, deposits and disbursements. */

export { custodyModule } from './custody-module.ts';
export { CUSTODY_WEBHOOKS } from './custody-webhooks.ts';
export { depositMaximumOf } from './deposit-limits.ts';
export { depositDebits, depositRail } from './deposit-rail.ts';
export { DISBURSEMENT, type DisbursementStatus, disbursementMoney, moveDisbursement } from './disbursements.ts';
