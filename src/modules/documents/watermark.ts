/** The watermark of the documents of an offering (D2). */
import { createHash } from 'node:crypto';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { PdfBusy, PdfFault, type PdfWorkshop } from '../../providers/pdf/index.ts';
import type { NewDocument } from '../shared/documents/index.ts';
import type { Origin } from './offering-documents.ts';

export interface Watermarked {
  readonly document: NewDocument;
  readonly origin: Origin;
}

/** The document with the text on its pages, where it is a PDF. Throws 106 naming `field` when it cannot be read. */
export async function watermarked(
  { pdf, clientId }: { readonly pdf: Pick<PdfWorkshop, 'stamp'>; readonly clientId: string },
  document: NewDocument,
  text: string,
  field: string,
): Promise<Watermarked> {
  const original_sha256 = document.sha256;
  if (document.contentType !== 'application/pdf') return { document, origin: { original_sha256, stamped_text: null } };
  const { bytes } = await readable(field, () => pdf.stamp(clientId, document.source, text));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    document: { ...document, source: { bytes }, size: bytes.length, sha256 },
    origin: { original_sha256, stamped_text: text },
  };
}

async function readable<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PdfFault) throw malformedCall('method', field, error.message);
    if (error instanceof PdfBusy) throw new ApiError(429, 'too many documents are being processed; try again');
    throw error;
  }
}
