/** Documents of records: uploads, files in the store, downloads, and the three methods that every owner has. */
export {
  documentFields,
  documentLevels,
  documentMethods,
} from './document-methods.ts';
export type { DocumentOwner } from './document-records.ts';
export {
  type NewDocument,
  readSingleUpload,
  readUpload,
  type UploadRules,
  uploadedFiles,
  uploadParameters,
} from './document-upload.ts';
export { Documents } from './documents.ts';
export { documentDownloads } from './download-route.ts';
export { indexedParts } from './indexed-parts.ts';
