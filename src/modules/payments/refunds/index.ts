/** Refunds of overpaid trades (A30 to A35). */
export { achRefunds } from './ach-refunds.ts';
export { CardRefunds } from './card-refunds.ts';
export { REFUND_WEBHOOKS } from './refund-fields.ts';
export { type HeldRefund, holdRefund, notToSend, stepRefund } from './refund-records.ts';
export { refundsModule } from './refunds-module.ts';
