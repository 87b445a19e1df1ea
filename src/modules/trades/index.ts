export { tradeRecord, tradeRecordSchema } from './trade-fields.ts';
export { TRADE } from './trade-kind.ts';
export type { TradeState, TradeTrigger } from './trade-lifecycle.ts';
export { type LiveMove, refuseSecondPayment, type TradeMoney } from './trade-money.ts';
export { type ChangedTrade, changeTrade, findTrade, holdTrade, moveTrade, type OwnTrade } from './trade-records.ts';
export type { TradeWebhook } from './trade-webhooks.ts';
export { tradesModule } from './trades-module.ts';
