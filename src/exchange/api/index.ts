/** The interface of the exchange for the rest of the program: commands, outcomes, events, reads, reasons and units. */

export * from './action-fields.ts';
export * from './action-kinds.ts';
export * from './action-words.ts';
export * from './amendment-fields.ts';
export * from './auctions.ts';
export * from './block-commands.ts';
export * from './block-fields.ts';
export * from './commands.ts';
export * from './corporate-actions.ts';
export * from './depth-book.ts';
export * from './events.ts';
export {
  amountFrom,
  averagePriceText,
  EXECUTION_TYPES,
  executedFields,
  executionFields,
  type Fill,
  LIQUIDITY,
  type Liquidity,
  liquidityOf,
} from './executions.ts';
export * from './fees.ts';
export { type Called, type CommandUser, type Idempotency, userShownTo } from './idempotency.ts';
export * from './import-commands.ts';
export * from './issue-commands.ts';
export * from './limit-commands.ts';
export * from './limit-policy.ts';
export * from './limits.ts';
export * from './market-commands.ts';
export * from './market-reads.ts';
export * from './notices.ts';
export {
  OPTIONAL_TERMS,
  type OptionalTermName,
  type OptionalTerms,
  type ReplaceableTermName,
  type ReplaceableTerms,
  type SelfTrade,
  type SentTerm,
} from './optional-terms.ts';
export * from './orders.ts';
export * from './outcomes.ts';
export * from './quote-fields.ts';
export * from './quote-reads.ts';
export * from './quotes.ts';
export * from './ratios.ts';
export * from './reads.ts';
export * from './reasons.ts';
export * from './redemption-kind.ts';
export * from './reference-commands.ts';
export * from './register-changes.ts';
export * from './register-reads.ts';
export * from './replays.ts';
export * from './rfq-fields.ts';
export type {
  CancelAllAfterCommand,
  CancelOrdersCommand,
  ConnectSessionCommand,
  DisconnectSessionCommand,
  OrderFilter,
  OwnTerms,
  QuoteAtRisk,
  SelfTradeCommand,
  WatchedSession,
} from './risk-commands.ts';
export * from './risk-reads.ts';
export * from './rules.ts';
export * from './securities.ts';
export {
  type ReferenceVersion,
  referenceFields,
  type SecurityLimitName,
  type SecurityReference,
  type SecurityReferenceCommand,
  type SymbolPeriod,
  tickAt,
} from './security-reference.ts';
export * from './tenders.ts';
export * from './term-fields.ts';
export * from './top-views.ts';
export {
  type FirstRefusalCommand,
  type HoldingsCommand,
  NO_TRANSFER_RULES,
  type RegisteredHolding,
  type RegisteredLot,
  type ReportedHolding,
  type TransferCommand,
  type TransferDueCommand,
  type TransferRules,
  type TransferRulesCommand,
  type TransferRulesView,
} from './transfer-commands.ts';
export * from './transfer-reads.ts';
export * from './transfer-reasons.ts';
export * from './units.ts';
