import type { SignatureRow } from '../../database/schema/index.ts';
import type { Documents } from '../shared/documents/index.ts';

/** A link to the signed document, which expires; null until it is signed, and where the provider keeps it. */
export async function signedUrl(documents: Documents, row: SignatureRow): Promise<string | null> {
  if (row.signed_document === null) return null;
  const document = await documents.findByNumber(row.client_id, 'signature', row.signed_document);
  return document === undefined ? null : documents.linkTo(document);
}
