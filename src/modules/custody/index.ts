export { custodyModule } from './custody-module.ts';
export { CUSTODY_WEBHOOKS } from './custody-webhooks.ts';
export { depositDebits } from './deposit-debits.ts';
export { custodyMoney } from './trade-money.ts';
