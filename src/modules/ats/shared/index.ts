/** What the methods of several rooms use: their services, refusals, reads of orders, formats. */

export { corporateActionSchema } from './corporate-action-schema.ts';
export type {
  AccountBook,
  AtsDeps,
  OrderHistory,
  OrderHistoryChange,
  QuotesOnOrder,
  Reference,
  Settlement,
  SettlementStatus,
  VenueRecords,
} from './deps.ts';
export { EventWaits } from './event-waits.ts';
export * from './execution-schemas.ts';
export * from './formats.ts';
export { type SwitchKind, scopeOf } from './limit-refusals.ts';
export * from './notice-schemas.ts';
export { optionalParameters, QUANTITY_MAX, replaceableParameters, shownTermsSchema } from './optional-terms.ts';
export {
  feesOfOrder,
  MATCHES_MAX,
  matchById,
  type OrderSources,
  type OrderWithMatches,
  orderById,
  ordersOfAllWithToken,
  orderWithMatches,
} from './order-reading.ts';
export {
  isRefusedFor,
  knownSecurity,
  malformed,
  missing,
  notOwner,
  orderNotFound,
  refusalError,
} from './refusals.ts';
export { requireRules } from './rules.ts';
export * from './submission.ts';
export { upToDate } from './up-to-date.ts';
export { whenKnown } from './when-known.ts';
