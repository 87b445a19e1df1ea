/** Parts of statements for both databases: the dialect, batches, locks, deferred statements and errors. */
export { BulkInsert, type Columns } from './bulk-insert.ts';
export { CachedLookups, type CacheLimits } from './cached-lookups.ts';
export { CHOICE_COLUMNS, choiceIn, weightOf } from './order-kinds.ts';
export { EVERY_CLIENT, isOf, ofClients, ownedBy, type Reader } from './ownership.ts';
export {
  againAfterDeadlock,
  compiledOnce,
  type Deferred,
  dialectOf,
  earlierTransactionsEnded,
  executeDeferred,
  rowsHeld,
  takeDeferred,
  withParameters,
} from './statements.ts';
export { DatabaseUnavailable, databaseError, isConnectionLost } from './unavailable.ts';
