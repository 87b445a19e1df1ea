export {
  type DocumentMethods,
  documentFields,
  documentMethods,
} from './document-methods.ts';
export type { DocumentOwner, DocumentOwnerKind } from './document-records.ts';
export {
  type NewDocument,
  RECORD_DOCUMENTS,
  readSingleUpload,
  readUpload,
  type UploadRules,
  uploadedFiles,
  uploadParameters,
} from './document-upload.ts';
export { Documents } from './documents.ts';
export { documentDownloads } from './download-route.ts';
export { type IndexedParts, indexedParts } from './indexed-parts.ts';
