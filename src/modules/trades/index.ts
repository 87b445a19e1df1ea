export {
  type LivePayment,
  type PaymentRail,
  refusePartial,
  refuseSecondPayment,
  type VoidDetails,
} from './payment-rail.ts';
export { refusalsToPay, requirePayableOffering, type SentPayment } from './refusals-to-pay.ts';
export { TRADE, tradeRecord, tradeRecordSchema } from './trade-fields.ts';
export { holdsUnits, type TradeTrigger } from './trade-lifecycle.ts';
export { changeTrade, findTrade, holdTrade, moveTrade } from './trade-records.ts';
export { TRADE_WEBHOOKS } from './trade-webhook-list.ts';
export type { TradeWebhook } from './trade-webhooks.ts';
export { tradesModule } from './trades-module.ts';
