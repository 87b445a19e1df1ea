/** Parts of statements for both databases: the dialect, batches, locks, deferred statements and errors. */
export * from './active-keys.ts';
export * from './bulk-insert.ts';
export * from './cached-lookups.ts';
export { type ImpossibleSum, impossibleSumOf, isImpossibleSum } from './impossible-sum.ts';
export { executeNoted, type Noting } from './noted-statements.ts';
export * from './order-kinds.ts';
export * from './ownership.ts';
export { type FieldChange, forgetChanges, notedChanges, withChanges } from './row-changes.ts';
export * from './statements.ts';
export * from './unavailable.ts';
