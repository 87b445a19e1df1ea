export { takeBackBusted } from './busted-positions.ts';
export { settlementModule } from './settlement-module.ts';
export { bustedIn, settlementsOf } from './settlement-records.ts';
export { SETTLEMENT_WEBHOOKS } from './settlement-webhooks.ts';
