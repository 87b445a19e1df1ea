/** Documents of an offering, and how they are shown. */

import type { Db, DocumentRow, OfferingDocumentRow } from '../../database/schema/index.ts';
import { choice, date, type Kind, optional, text } from '../../http/parameters/index.ts';
import type { PdfWorkshop } from '../../providers/pdf/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import type { UploadRules } from '../shared/documents/index.ts';
import { line, says, textOrNull, timestamp, view } from '../shared/values/index.ts';

const MEGABYTE = 1024 * 1024;

/** D1. */
export const OFFERING_DOCUMENTS: UploadRules = {
  types: ['pdf', 'xls', 'docx'],
  filesMax: 10,
  bytesMin: 1,
  bytesMax: 50 * MEGABYTE,
};

/** Digits that name the document in the client's own records. */
export function referenceCode(): Kind<string> {
  return text({
    description: 'any number',
    maxLength: 40,
    pattern: /^[0-9]+$/,
    patternReason: 'must be a number',
  });
}

/** The client's data about the documents of one upload. */
export const detailParameters = {
  templateName: optional(line('name of a template that the document goes with')),
  approval: optional(choice(['Yes', 'No'], { description: 'whether a registered principal has approved it' })),
  supervisorname: optional(line('the principal who has approved it')),
  date: optional(date({ description: 'date of the approval, MM-DD-YYYY' })),
};

/** A document, and the link to its file. */
interface Linked {
  readonly document: DocumentRow;
  readonly url: string;
}

export const ADDED_VIEW = view<Linked>()({
  offeringId: says(({ document }) => document.owner_id),
  documentId: says(({ document }) => String(document.document_number)),
  documentReferenceCode: says(({ document }) => document.reference_code),
  documentURL: says(({ url }) => url),
});

export const UPDATED_VIEW = view<Linked>()({
  offeringId: says(({ document }) => document.owner_id),
  documentId: says(({ document }) => String(document.document_number)),
  documentTitle: says(({ document }) => document.title),
  documentURL: says(({ url }) => url),
});

export const LISTED_VIEW = view<OfferingDocument & Linked>()({
  documentTitle: says(({ document }) => document.title),
  documentId: says(({ document }) => String(document.document_number)),
  templateName: [textOrNull(), ({ details }) => details?.template_name ?? null],
  documentFileReferenceCode: says(({ document }) => document.reference_code),
  documentName: says(({ document }) => document.file_name),
  createdDate: says(({ document }) => timestamp(document.created_at)),
  url: says(({ url }) => url),
});

type Details = Omit<OfferingDocumentRow, 'document_number' | 'original_sha256' | 'stamped_text'>;

/** The hash of the uploaded file, and the watermark that it got. */
export type Origin = Pick<OfferingDocumentRow, 'original_sha256' | 'stamped_text'>;

interface OfferingDocument {
  readonly document: DocumentRow;
  readonly details: OfferingDocumentRow | undefined;
}

export async function insertDetails(
  db: Db,
  documents: readonly DocumentRow[],
  details: Details,
  origins: readonly Origin[],
): Promise<void> {
  const rows = documents.map(({ document_number }, index) => ({ ...details, ...origins[index]!, document_number }));
  await db.insertInto('offering_documents').values(rows).execute();
}

export async function updateOrigin(db: Db, document: DocumentRow, origin: Origin): Promise<void> {
  await db
    .updateTable('offering_documents')
    .set(origin)
    .where('document_number', '=', document.document_number)
    .execute();
}

/** The documents with their further data, in the same order. */
export async function withDetails(db: Db, documents: readonly DocumentRow[]): Promise<OfferingDocument[]> {
  if (documents.length === 0) return [];
  const numbers = documents.map(({ document_number }) => document_number);
  const rows = await db.selectFrom('offering_documents').selectAll().where('document_number', 'in', numbers).execute();
  const byNumber = new Map(rows.map((row) => [row.document_number, row]));
  return documents.map((document) => ({ document, details: byNumber.get(document.document_number) }));
}

export interface DocumentDeps extends ModuleDeps {
  readonly pdf: PdfWorkshop;
}
