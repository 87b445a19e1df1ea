import { buffer } from 'node:stream/consumers';
import type { DocumentRow } from '../../database/schema/index.ts';
import type { Documents } from '../shared/documents/index.ts';

/** The whole file of a document; documents for signatures have a few megabytes at most. */
export async function readAll(documents: Documents, document: DocumentRow): Promise<Uint8Array> {
  return buffer(await documents.contentOf(document));
}
