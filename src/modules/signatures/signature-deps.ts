import { buffer } from 'node:stream/consumers';
import type { DocumentRow, SignatureRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { type EsignProvider, EsignUnavailable } from '../../providers/esign/index.ts';
import type { FileSigner, PdfWorkshop } from '../../providers/pdf/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import type { Documents } from '../shared/documents/index.ts';

/** The services that the methods and the page of signatures use. */
export interface SignatureDeps extends ModuleDeps {
  readonly pdf: PdfWorkshop;
  /** Signs the files of signed documents in the name of the platform. */
  readonly signer: FileSigner;
  readonly esign: EsignProvider;
}

/** The provider's response. Throws ApiError 503 when the provider cannot be reached. */
export async function asked<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof EsignUnavailable)) throw error;
    throw new ApiError(503, undefined, { statusDesc: 'The e-signature provider cannot be reached; try again' });
  }
}

/** The whole file of a document; documents for signatures have a few megabytes at most. */
export async function readAll(documents: Documents, document: DocumentRow): Promise<Uint8Array> {
  return buffer(await documents.contentOf(document));
}

/** A link to the signed document, which expires; null until it is signed, and where the provider keeps it. */
export function signedUrl(documents: Documents, row: SignatureRow): Promise<string | null> {
  return urlOf(documents, row, row.signed_document);
}

/** A link to the document as it was sent. */
export function sourceUrl(documents: Documents, row: SignatureRow): Promise<string | null> {
  return urlOf(documents, row, row.source_document);
}

async function urlOf(documents: Documents, row: SignatureRow, number: number | null): Promise<string | null> {
  if (number === null) return null;
  const document = await documents.findByNumber(row.client_id, 'signature', number);
  return document === undefined ? null : documents.linkTo(document);
}
