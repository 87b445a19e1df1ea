import { PDFDocument } from '@cantoo/pdf-lib';
import { type Cell, Paper } from './paper.ts';
import type { PdfDone, PdfReport, ReportTable } from './pdf-jobs.ts';

/** A document of facts and tables; the same report makes the same bytes. */
export async function reported({ title, facts, tables, notes }: PdfReport): Promise<PdfDone> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage('en');
  const paper = await Paper.at(document);
  paper.write(title, { size: 18, face: 'bold', below: 10 });
  for (const [label, value] of facts) paper.write(`${label}: ${value}`, { size: 9, below: 0 });
  for (const table of tables) drawTable(paper, table);
  paper.rule();
  for (const note of notes) paper.write(note, { size: 8, isGrey: true, below: 4 });
  return { bytes: await document.save(), pages: document.getPageCount() };
}

function drawTable(paper: Paper, { title, columns, rows, empty, below }: ReportTable): void {
  paper.write('', { below: 12 });
  paper.write(title, { size: 12, face: 'bold', below: 2 });
  if (rows.length === 0) {
    paper.write(empty, { size: 9, isGrey: true });
    return;
  }
  const head: readonly Cell[] = columns.map((column) => ({ ...column, text: column.title, face: 'bold' }));
  paper.row(head);
  for (const row of rows) {
    const cells = columns.map(({ width, isNumber }, at) => ({ text: row[at] ?? '', width, isNumber }));
    paper.row(cells, head);
  }
  paper.write('', { below: 4 });
  if (below !== undefined) paper.write(below, { size: 9, face: 'bold' });
}
