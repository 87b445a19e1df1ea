/** The interface of the exchange for the rest of the program: commands, outcomes, events, reads, reasons and units. */

export { adjustFields, bustFields, ownSides } from './amendment-fields.ts';
export {
  BLOCK_STATUSES,
  type BlockCommand,
  type BlockReads,
  type BlockStatus,
  type BlockTerms,
  type BlockTimerCommand,
  type BlockView,
  type ConfirmBlockCommand,
  type EndBlockCommand,
  type ReportBlockCommand,
  type ReportedBlock,
} from './block-commands.ts';
export { blockFields } from './block-fields.ts';
export type {
  CancelCommand,
  Command,
  DecideCommand,
  EnterCommand,
  ReplaceCommand,
  SecurityCommand,
  TakeQuoteCommand,
} from './commands.ts';
export { DepthBook, type DepthSide, emptyLevel, isEmpty, levelsByPrice, sameLevel } from './depth-book.ts';
export type { ExchangeEvent, MarketEvent, MatchEvent, NoticeEvent, OrderEvent } from './events.ts';
export {
  amountFrom,
  averagePriceText,
  EXECUTION_TYPES,
  executedFields,
  executionFields,
  type Fill,
  withFill,
} from './executions.ts';
export type { Idempotency } from './idempotency.ts';
export { idOf } from './identifiers.ts';
export type {
  AdjustCommand,
  BustCommand,
  LimitCommand,
  ReferencePriceCommand,
  ReleaseSwitchCommand,
  SetLimitsCommand,
  SetPosition,
  SetPositionsCommand,
  ThrowSwitchCommand,
} from './limit-commands.ts';
export { LIMIT_NAMES, type LimitName, type LimitPolicy, loosenedBy, policyFrom, policyValues } from './limit-policy.ts';
export type {
  Amendment,
  BreachName,
  KillSwitch,
  LimitBreach,
  LimitValue,
  LimitVersion,
  MatchTerms,
  Position,
  PositionAtCost,
  SwitchOwner,
  SwitchScope,
} from './limits.ts';
export type { CalendarCommand, HaltCommand, ResumeCommand } from './market-commands.ts';
export {
  type BookDepth,
  type DepthLevel,
  type MarketReads,
  type ShownOrder,
  shownOf,
  type UsualHours,
} from './market-reads.ts';
export {
  EVERYBODY,
  NO_SECURITY,
  type Note,
  type NoticeCommand,
  type NoticeKind,
  type NoticeView,
  recipientsOf,
} from './notices.ts';
export {
  OPTIONAL_TERMS,
  type OptionalTermName,
  type OptionalTerms,
  type SelfTrade,
  type SentTerm,
} from './optional-terms.ts';
export {
  type Contingency,
  type Expiration,
  isTerminal,
  LIVE_CHANGES,
  leastFill,
  type MatchView,
  ORDER_STATUSES,
  type OrderChange,
  type OrderStatus,
  type OrderTerms,
  type OrderTicket,
  type OrderType,
  type OrderView,
  type Side,
} from './orders.ts';
export {
  type Accepted,
  accepted,
  NO_LISTENER,
  type Outcome,
  type Refused,
  refused,
  VenueUnavailable,
} from './outcomes.ts';
export type {
  Awaitable,
  EventFeed,
  Markets,
  MatchIds,
  OrderReads,
  Orders,
  RecentOrder,
  SecurityListing,
  SecurityPages,
} from './reads.ts';
export {
  type HoldCause,
  type MarketCause,
  ORDER_ENDS,
  type OrderEnd,
  REASONS,
  type ReasonWord,
  type Refusal,
  reasonCodeOf,
  reasonCodeOrNull,
  textOf,
  type WaitReason,
} from './reasons.ts';
export type { BindCommand, IdCommand, ReferenceMarks } from './reference-commands.ts';
export { referenceFields } from './reference-fields.ts';
export type * from './replays.ts';
export type {
  CancelAllAfterCommand,
  CancelOrdersCommand,
  ConnectSessionCommand,
  DisconnectSessionCommand,
  OrderFilter,
  SelfTradeCommand,
  WatchedSession,
} from './risk-commands.ts';
export type { ClientLimits, PositionPage, PositionView, RiskReads } from './risk-reads.ts';
export { checkRules, KEYED_SINCE, POSITIONS_SINCE, RULES, SLICED_SINCE, UnknownRules } from './rules.ts';
export type { MarketChange, MarketState, OrderLimits, SecurityStatus, SecurityView } from './securities.ts';
export {
  type ReferenceVersion,
  type SecurityLimitName,
  type SecurityReference,
  type SecurityReferenceCommand,
  type SymbolPeriod,
  tickAt,
} from './security-reference.ts';
export { optionalTermsOf, SHOWN_TERMS, shownTerms, termsFrom, termsText, withOptional } from './term-fields.ts';
export type { PricedTop, TopOfBook, TopSide } from './top-views.ts';
export {
  type FirstRefusalCommand,
  type HoldingsCommand,
  NO_TRANSFER_RULES,
  type RegisteredHolding,
  type TransferDueCommand,
  type TransferRules,
  type TransferRulesCommand,
  type TransferRulesView,
} from './transfer-commands.ts';
export type { RfqPage, TransferReads } from './transfer-reads.ts';
export { holdText } from './transfer-reasons.ts';
export {
  type Amount,
  type EventSeq,
  following,
  type MatchId,
  type Millionths,
  NO_MATCH,
  NO_ORDER,
  type OrderId,
  priceText,
  type SecurityId,
  type Shares,
  sharesText,
} from './units.ts';
