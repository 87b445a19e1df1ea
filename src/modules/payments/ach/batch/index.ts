/** The files that go to the bank, and the settlement of the entries that did not come back. */

export { makeBatch } from './batch.ts';
export type { BatchDeps } from './batch-deps.ts';
export { centsOf } from './batch-file.ts';
export { writeBatchFiles } from './batch-files.ts';
export { getAchBatches, getAchFiles } from './batch-methods.ts';
export type { EntryRail, HeldEntry } from './entry-rail.ts';
export { InstrumentDebits } from './instrument-debits.ts';
export { settleDue } from './settlement.ts';
