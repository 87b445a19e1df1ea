/** The state of the venue: live orders, securities, limits, transfer rules, blocks, pending work. */

export { referenceOf } from './auction-reference.ts';
export {
  type Call,
  callView,
  hasAuctions,
  type KeptAuctions,
  keepEnded,
  newAuctions,
  type SecurityAuctions,
  timesOf,
} from './auctions.ts';
export { partiesOf, waiting } from './blocks.ts';
export { DepthMarks, type KeptMarks } from './depth-marks.ts';
export { termsAfterDividend } from './dividend-terms.ts';
export { EventPublisher, type EventSink } from './event-publisher.ts';
export { FEE_LOADERS, type FeeLine, feeLines } from './fee-lines.ts';
export { ownerOf, type StoredOutcome, type UnfinishedOutcome } from './idempotency-table.ts';
export type { Guard } from './limits/guard.ts';
export type { Whose } from './limits/limit-book.ts';
export { ofOther, secondOf } from './limits/risk-gate.ts';
export { type LineLoaders, RISK_LOADERS, type RiskLine, riskLines } from './limits/risk-lines.ts';
export { LiveOrders } from './live-orders.ts';
export type { MassCancelRecord } from './mass-cancels.ts';
export { nextChange, nextWithAuctions } from './next-change.ts';
export { checkFill, checkStatus } from './order-checks.ts';
export { OrderList } from './order-list.ts';
export {
  bookContingencyOf,
  bookSideOf,
  displayOf,
  isShown,
  type OrderRecord,
  recordFrom,
  valuesOf,
  viewOf,
} from './order-record.ts';
export {
  approvedStatus,
  endedStatus,
  hasTerms,
  isWorse,
  type NewTerms,
  newTerms,
  refusalOf,
  refusalOfDisplay,
  showFirstPart,
  wouldKeepPriority,
} from './order-terms.ts';
export * from './pending-effects.ts';
export { PendingOrders, type SentBack } from './pending-orders.ts';
export { nextCallOf, nextPlannedCall, openingOf, sessionsOf } from './planned-calls.ts';
export type { KeptProtection } from './quote-protections.ts';
export * from './register/index.ts';
export { scopeOf } from './scope.ts';
export { Securities } from './securities.ts';
export * from './security-record.ts';
export { bookGuardsOf } from './self-trade-settings.ts';
export { type AdjustedTerms, termsAfterSplit, type Unfit } from './split-terms.ts';
export { TENDER_LOADERS, type TenderLine, tenderLines } from './tender-lines.ts';
export type { Tender, TenderProgress } from './tenders.ts';
export { TopHistory } from './top-history.ts';
export { sameTop } from './top-of-book.ts';
export { type Asked, TransferRecord } from './transfer-record.ts';
export { restoreSetAside, restoreTransferState, type TransferState, transferStateOf } from './transfer-state.ts';
export { Transfers } from './transfers.ts';
export { UnprojectedHistory } from './unprojected-history.ts';
export type { VenueCounters } from './venue-counters.ts';
export { VenueRecords } from './venue-records.ts';
export {
  ALL_ACCOUNTS,
  type EndTerms,
  type Expiry,
  fitsFilter,
  type HolderWalk,
  isMeant,
  isOfHolders,
  PASSED,
  type SessionChange,
  type WaitingCancel,
  type Walk,
} from './walks.ts';
