/** Cards of accounts, and trades that are paid with them. */

export { cardCallback } from './card-callback.ts';
export { cardMaximumOf } from './card-limits.ts';
export { type HeldCardPayment, paymentToken, refundTo } from './card-move-records.ts';
export { cardPage } from './card-page.ts';
export { type CardPaymentDeps, CardPayments, isPaidBy } from './card-payments.ts';
export { cardRail } from './card-rail.ts';
export { CARD_WEBHOOKS, processedWebhook } from './card-webhooks.ts';
export type { CardDeps } from './cards-deps.ts';
export { cardsModule } from './cards-module.ts';
export {
  askAgainAt,
  eachInTurn,
  MILLIONTHS_PER_CENT,
  nextAskAt,
  numbersToAsk,
  PAYMENTS_AT_ONCE,
} from './processor-work.ts';
