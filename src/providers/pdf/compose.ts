import { PDFDocument } from '@cantoo/pdf-lib';
import { Paper } from './paper.ts';
import type { PdfDone } from './pdf-jobs.ts';

/** A document of a title and paragraphs; the same words make the same bytes. */
export async function composed(title: string, paragraphs: readonly string[]): Promise<PdfDone> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage('en');
  const paper = await Paper.at(document);
  paper.write(title, { size: 18, face: 'bold', below: 14 });
  for (const paragraph of paragraphs) paper.write(paragraph, { below: 10 });
  return { bytes: await document.save(), pages: document.getPageCount() };
}
