/** The rows of trades: fields, lifecycle, reads, changes and their webhooks. */
export * from './trade-fields.ts';
export { holdsUnits, isCanceled, type TradeState, type TradeTrigger } from './trade-lifecycle.ts';
export * from './trade-reads.ts';
export {
  type ChangedTrade,
  changeTrade,
  findTrade,
  holdingOf,
  holdTrade,
  holdTradeOf,
  moveTrade,
  newTrade,
  type OwnTrade,
  ofAccount,
  totalOfTrade,
} from './trade-records.ts';
export { TRADE_WEBHOOKS } from './trade-webhook-list.ts';
export { closeId, type TradeWebhook, updateFields, updateWebhook } from './trade-webhooks.ts';
