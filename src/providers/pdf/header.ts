/** The header of a PDF, which other bytes may precede: of a mail, a printer or a web server. */
const HEADER = Buffer.from('%PDF-');
const BYTES_BEFORE_MAX = 1024;

/** The bytes of a file that are enough to find its header. */
export const HEADER_WITHIN = BYTES_BEFORE_MAX + HEADER.length;

/** Where the PDF begins; -1: the file has no header where readers look for it. */
export function pdfStart(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_WITHIN)).indexOf(HEADER);
}
