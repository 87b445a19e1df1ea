export { holderOf, matchWithOrders } from './settled-match.ts';
export { settlementModule } from './settlement-module.ts';
export { settlementsOf } from './settlement-records.ts';
export { SETTLEMENT_WEBHOOKS } from './settlement-webhooks.ts';
