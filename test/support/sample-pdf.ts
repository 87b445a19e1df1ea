/** Readable PDF files, and the text of the pages of one. */
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

export interface SamplePages {
  readonly pages?: number;
  /** How far each page is turned by its reader, in degrees. */
  readonly turn?: number;
  readonly text?: string;
}

export async function samplePdf({ pages = 1, turn = 0, text = 'an example' }: SamplePages = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([400, 600]);
    page.setRotation(degrees(turn));
    page.drawText(`${text} ${number}`, { x: 40, y: 500, size: 12, font });
  }
  return document.save();
}

/** The same as a file of a form. */
export async function samplePdfFile(name = 'sample.pdf', pages: SamplePages = {}): Promise<File> {
  return new File([new Uint8Array(await samplePdf(pages))], name);
}

/** The runs of text of each page. */
export async function textsOf(bytes: Uint8Array): Promise<string[][]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document
    .getPages()
    .map((page) =>
      page.extractContents().flatMap((asset) => (asset.kind === 'text' ? [asset.getText().trimEnd()] : [])),
    );
}
