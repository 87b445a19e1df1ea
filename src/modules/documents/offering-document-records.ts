import type { Kysely } from 'kysely';
import type { DocumentRow, OfferingDocumentRow, Schema } from '../../database/schema/index.ts';

export type Details = Omit<OfferingDocumentRow, 'document_number' | 'original_sha256' | 'stamped_text'>;

/** The hash of the uploaded file, and the watermark that it got. */
export type Origin = Pick<OfferingDocumentRow, 'original_sha256' | 'stamped_text'>;

export interface OfferingDocument {
  readonly document: DocumentRow;
  readonly details: OfferingDocumentRow | undefined;
}

export async function insertDetails(
  db: Kysely<Schema>,
  documents: readonly DocumentRow[],
  details: Details,
  origins: readonly Origin[],
): Promise<void> {
  const rows = documents.map(({ document_number }, index) => ({ ...details, ...origins[index]!, document_number }));
  await db.insertInto('offering_documents').values(rows).execute();
}

export async function updateOrigin(db: Kysely<Schema>, document: DocumentRow, origin: Origin): Promise<void> {
  await db
    .updateTable('offering_documents')
    .set(origin)
    .where('document_number', '=', document.document_number)
    .execute();
}

/** The documents with their further data, in the same order. */
export async function withDetails(db: Kysely<Schema>, documents: readonly DocumentRow[]): Promise<OfferingDocument[]> {
  if (documents.length === 0) return [];
  const numbers = documents.map(({ document_number }) => document_number);
  const rows = await db.selectFrom('offering_documents').selectAll().where('document_number', 'in', numbers).execute();
  const byNumber = new Map(rows.map((row) => [row.document_number, row]));
  return documents.map((document) => ({ document, details: byNumber.get(document.document_number) }));
}
