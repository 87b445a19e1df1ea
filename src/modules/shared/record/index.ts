/**
 * Records that belong to clients: their client, reads and writes, and the refusal of an unknown one.
 */
export { EVERY_CLIENT, isOf, ofClients, ownedBy, type Reader } from '../../../database/queries/index.ts';
export type { AnyField, Field } from './field.ts';
export {
  type Columns,
  changedRow,
  creationParameters,
  differing,
  fieldsNamed,
  fieldsSchema,
  indexed,
  listFields,
  newRow,
  rowOfValues,
  type SentValues,
  shownFields,
  shownNames,
  updateParameters,
  type Values,
  valuesOf,
} from './fields.ts';
export { inTransaction } from './in-transaction.ts';
export { type Lifecycle, type Move, stateAfter } from './lifecycle.ts';
export { type DeletedLink, deleteLinksOf, linkFields } from './links-of-record.ts';
export * from './list-fields.ts';
export { patchKind, unpatchedNames } from './patch.ts';
export * from './pii-levels.ts';
export { readerOf, shownTo, shownToSchema } from './reader.ts';
export { idParameter, ownerOf, type RecordOwner, readOwnerOf, recordOwner } from './record-owner.ts';
export type { Owned, RecordKind, RecordOf, RecordTable } from './records.ts';
export { type Changes, findRecord, found, holdRecord, insertRecord, newOwned, writeRecord } from './records.ts';
export { type SealedDatabase, type Sealing, type Secrets, sealingOf } from './sealing.ts';
