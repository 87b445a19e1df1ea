export { custodyModule } from './custody-module.ts';
export { CUSTODY_WEBHOOKS } from './custody-webhooks.ts';
export { type BatchServices, submitDeposits } from './deposit-batch.ts';
export { custodyMoney } from './trade-money.ts';
