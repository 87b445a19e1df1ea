/** Reading and writing of PDF files. */
export * from './pdf-jobs.ts';
export { PdfWorkshop } from './pdf-workshop.ts';
