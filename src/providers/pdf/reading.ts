import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib';
import { PAGES_MAX, PdfFault } from './pdf-jobs.ts';
import { beginUnpacking, requireUnpackable } from './unpack-limit.ts';

/**
 * The document of a file from anybody. Throws PdfFault for what is no PDF, is encrypted, unpacks to too much, or has no
 * or too many pages.
 * `append`: saving keeps the bytes and appends the changes.
 */
export async function opened(bytes: Uint8Array, append = false): Promise<PDFDocument> {
  beginUnpacking();
  const document = await loaded(bytes, append);
  requireUnpackable();
  const pages = pagesOf(document);
  if (pages === 0) throw new PdfFault('has no pages');
  if (pages > PAGES_MAX) throw new PdfFault(`has more than ${PAGES_MAX} pages`);
  return document;
}

async function loaded(bytes: Uint8Array, append: boolean): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: append });
  } catch (error) {
    if (error instanceof EncryptedPDFError) throw new PdfFault('is encrypted');
    throw unreadable();
  }
}

/** A page tree that is broken shows with the first look at the pages. */
function pagesOf(document: PDFDocument): number {
  try {
    return document.getPages().length;
  } catch {
    throw unreadable();
  }
}

function unreadable(): PdfFault {
  return new PdfFault('is not a PDF that can be read');
}
