export {
  allLimits,
  canBePaid,
  type LivePayment,
  type NotPayable,
  type PaymentRail,
  type RailLimits,
  refundMoney,
  refusePartial,
  refuseSecondPayment,
  requireCanBePaid,
  requireLimits,
  type VoidDetails,
} from './money/index.ts';
export type { TradeWebhook } from './records/index.ts';
export {
  changeTrade,
  findTrade,
  holdsUnits,
  holdTrade,
  moveTrade,
  TRADE,
  TRADE_LEVELS,
  TRADE_WEBHOOKS,
  type TradeTrigger,
  totalOfTrade,
  tradeRecord,
  tradeRecordSchema,
} from './records/index.ts';
export { tradesModule } from './trades-module.ts';
