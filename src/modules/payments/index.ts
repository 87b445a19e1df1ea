/** The ways to pay for trades: bank accounts and ACH, cards, custody accounts. */
export type { AchMeans, AchServices } from './ach/accounts/index.ts';
export { type BatchServices, makeBatch, refusalsToDebit, settleDue, writeBatchFiles } from './ach/batch/index.ts';
export { achDebits, achModule, achMoney, achPages, liveFundMoves, movedWebhooks, moveFunds } from './ach/index.ts';
export { readIncomingFiles } from './ach/returns/index.ts';
export {
  CARD_WEBHOOKS,
  CardPayments,
  type CardServices,
  cardCallback,
  cardMoney,
  cardPage,
  cardsModule,
  type HeldMove,
  liveMovesOf,
  moveCard,
  processedWebhook,
} from './cards/index.ts';
export {
  CUSTODY_FUND_MOVE,
  CUSTODY_WEBHOOKS,
  custodyModule,
  custodyMoney,
  DISBURSEMENT,
  DISBURSEMENT_LIFECYCLE,
  type DisbursementStatus,
  depositDebits,
  holdDeposit,
  liveDeposits,
  moveDeposit,
} from './custody/index.ts';
