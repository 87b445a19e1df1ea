/** The ways to pay for trades: bank accounts and ACH, cards, custody accounts, wires and checks. */
export type { AchDeps, AchSettings } from './ach/accounts/index.ts';
export { type BatchDeps, makeBatch, settleDue, writeBatchFiles } from './ach/batch/index.ts';
export { ACH_WEBHOOKS, achDebits, achModule, achPages, achRail } from './ach/index.ts';
export { NEEDS_A_PERSON, type NoticeOutcomes, readIncomingFiles } from './ach/returns/index.ts';
export {
  CARD_WEBHOOKS,
  type CardDeps,
  CardPayments,
  cardCallback,
  cardPage,
  cardRail,
  cardsModule,
  processedWebhook,
} from './cards/index.ts';
export {
  CUSTODY_WEBHOOKS,
  custodyModule,
  DISBURSEMENT,
  type DisbursementStatus,
  depositDebits,
  depositRail,
  disbursementMoney,
  moveDisbursement,
} from './custody/index.ts';
export type { HeldPayment, InstrumentRail, PaymentTable, PaymentTrigger } from './lifecycle/index.ts';
export { type Payment, paymentsModule, readPayments } from './overview/index.ts';
export { paymentLimitsModule } from './payment-limits.ts';
export { receiptRail, receiptsModule } from './receipts/index.ts';
export { openDifferences, reconciliationModule } from './reconciliation/index.ts';
export {
  achRefunds,
  CardRefunds,
  type HeldRefund,
  holdRefund,
  notToSend,
  REFUND_WEBHOOKS,
  refundsModule,
  stepRefund,
} from './refunds/index.ts';
