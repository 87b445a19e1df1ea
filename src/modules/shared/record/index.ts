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
  type SentValues,
  shownFields,
  shownNames,
  updateParameters,
  type Values,
  valuesOf,
} from './fields.ts';
export { patchKind, unpatchedNames } from './patch.ts';
export { readerOf, shownTo, shownToSchema } from './reader.ts';
export type { Owned, RecordKind, RecordOf, RecordTable } from './record-kind.ts';
export { idParameter, ownerOf, type RecordOwner, readOwnerOf, recordOwner } from './record-owner.ts';
export { type Changes, findRecord, found, holdRecord, insertRecord, writeRecord } from './records.ts';
export { type Sealing, sealingOf } from './sealing.ts';
