export { settlementModule } from './settlement-module.ts';
export { SETTLEMENT_WEBHOOKS } from './settlement-webhooks.ts';
