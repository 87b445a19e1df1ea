import { decodePDFRawStream, EncryptedPDFError, PDFContext, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { PAGES_MAX, PdfFault } from './pdf-jobs.ts';

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

/**
 * A limit for what the streams of a file unpack to: a few hundred bytes can stand for gigabytes. The library has none,
 * but all its decoders grow their buffers by one method of the class that they share.
 */

const UNPACKED_MB_MAX = 64;

interface Decoder {
  ensureBuffer(length: number): Uint8Array;
}

/** Bytes that the file may still unpack to. */
let left = 0;
const lengths = new WeakMap<Decoder, number>();

const decoders = decoderPrototype();
const { ensureBuffer } = decoders;
decoders.ensureBuffer = function (this: Decoder, length) {
  left -= Math.max(0, length - (lengths.get(this) ?? 0));
  lengths.set(this, length);
  requireUnpackable();
  return ensureBuffer.call(this, length);
};

/** For the file that is read next. */
function beginUnpacking(): void {
  left = UNPACKED_MB_MAX * 1024 * 1024;
}

/** Throws PdfFault where the limit was reached: the library takes that for an object to pass over. */
function requireUnpackable(): void {
  if (left < 0) throw new PdfFault(`unpacks to more than ${UNPACKED_MB_MAX} MB`);
}

function decoderPrototype(): Decoder {
  const dictionary = PDFContext.create().obj({ Filter: PDFName.of('FlateDecode') });
  const decoder: unknown = decodePDFRawStream(PDFRawStream.of(dictionary, Uint8Array.of(0x78, 0x9c)));
  const prototype: unknown = Object.getPrototypeOf(Object.getPrototypeOf(decoder));
  if (!Object.hasOwn(prototype as object, 'ensureBuffer')) throw new Error('the decoders of the library have changed');
  return prototype as Decoder;
}
