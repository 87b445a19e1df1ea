/** What the statements of both databases share: the dialect, batches, locks, deferred statements and errors. */
export { BulkInsert, type Columns } from './bulk-insert.ts';
export { compiledOnce, withParameters } from './compiled-once.ts';
export { type Deferred, executeDeferred, takeDeferred } from './deferred-statement.ts';
export { dialectOf } from './dialect.ts';
export { CHOICE_COLUMNS, choiceIn, weightOf } from './order-kinds.ts';
export { EVERY_CLIENT, isOf, ofClients, ownedBy, type Reader } from './ownership.ts';
export { againAfterDeadlock, earlierTransactionsEnded, rowsHeld } from './transactions.ts';
export { DatabaseUnavailable, databaseError, isConnectionLost } from './unavailable.ts';
