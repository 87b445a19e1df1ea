export {
  type LivePayment,
  type PaymentRail,
  refundMoney,
  refusalsToPay,
  refusePartial,
  refuseSecondPayment,
  requirePayableOffering,
  type SentPayment,
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
