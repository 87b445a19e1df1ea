export { endingTakeBack } from './methods/index.ts';
export {
  allLimits,
  canBePaid,
  type LivePayment,
  type MoneyEvent,
  moneyOfTrade,
  moneyOfTrades,
  moveByMoney,
  type NotPayable,
  type PaymentRail,
  type RailLimits,
  recordedOf,
  refundedByHand,
  refundMoney,
  refuseCovered,
  requireCanBePaid,
  requireLimits,
  type TradeBalance,
  type VoidDetails,
} from './money/index.ts';
export type { TradeWebhook } from './records/index.ts';
export {
  changeTrade,
  findTrade,
  holdsUnits,
  holdTrade,
  TRADE,
  TRADE_LEVELS,
  TRADE_WEBHOOKS,
  totalOfTrade,
  tradeRecord,
  tradeRecordSchema,
} from './records/index.ts';
export { tradesModule } from './trades-module.ts';
