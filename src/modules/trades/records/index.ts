/** The rows of trades: fields, lifecycle, reads, changes and their webhooks. */
export {
  anyTradeId,
  approvalFields,
  approvalSchema,
  EDITABLE_FIELDS,
  eligibleWord,
  TRADE,
  TRADE_CORE_VIEW,
  TRADE_END_VIEW,
  tradeRecord,
  tradeRecordSchema,
  transactionType,
} from './trade-fields.ts';
export { GIVEN_BACK, holdsUnits, type TradeState, type TradeTrigger } from './trade-lifecycle.ts';
export {
  type AccountOfTrade,
  accountsOf,
  clientNames,
  issueNames,
  type NamedTrade,
  NEWEST_MAX,
  newestTrades,
  tradesOfAccount,
} from './trade-reads.ts';
export {
  type ChangedTrade,
  changeTrade,
  findTrade,
  holdTrade,
  holdTradeOf,
  moveTrade,
  newTrade,
  type OwnTrade,
  ofAccount,
} from './trade-records.ts';
export { TRADE_WEBHOOKS } from './trade-webhook-list.ts';
export { closeId, type TradeWebhook, updateFields, updateWebhook } from './trade-webhooks.ts';
