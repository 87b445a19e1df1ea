/** Reading and writing of PDF files. */
export { FileSigner, signatureFault } from './file-signature.ts';
export { HEADER_WITHIN, pdfStart } from './header.ts';
export * from './pdf-jobs.ts';
export { PdfWorkshop } from './pdf-workshop.ts';
