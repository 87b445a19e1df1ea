/** The files that go to the bank, and the settlement of the entries that did not come back. */

export { makeBatch } from './batch.ts';
export type { BatchDeps } from './batch-deps.ts';
export { centsOf, sequenceOf, traceNumberOf } from './batch-file.ts';
export { writeBatchFiles } from './batch-files.ts';
export { getAchBatches, getAchFiles } from './batch-methods.ts';
export type { DueBatch, EntryDeps, EntryRail, HeldEntry, OutgoingEntry } from './entry-rail.ts';
export { companyAccounts, InstrumentDebits } from './instrument-debits.ts';
export { settleDue } from './settlement.ts';
