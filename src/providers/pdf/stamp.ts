import { degrees, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { PdfDone } from './pdf-jobs.ts';
import { linesOf, printable } from './printable.ts';
import { opened } from './reading.ts';

const LINE_LENGTH = 40;
const SIZE_MAX = 56;
/** Of the diagonal of a page, that the longest line covers. */
const SHARE = 0.8;
const LINE_HEIGHT = 1.2;
const OPACITY = 0.28;

/** The file with the text across each page, from the lower left to the upper right as it is looked at. */
export async function stamped(bytes: Uint8Array, text: string): Promise<PdfDone> {
  const document = await opened(bytes);
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  const lines = linesOf(printable(font, text), (line) => line.length <= LINE_LENGTH);
  if (lines.length > 0) for (const page of document.getPages()) stampPage(page, font, lines);
  return { bytes: await document.save(), pages: document.getPageCount() };
}

function stampPage(page: PDFPage, font: PDFFont, lines: readonly string[]): void {
  // What readers show is the crop box, turned by the page's own rotation.
  const { x, y, width, height } = page.getCropBox();
  const turn = page.getRotation().angle;
  const [wide, high] = turn % 180 === 0 ? [width, height] : [height, width];
  const angle = (Math.atan2(high, wide) * 180) / Math.PI + turn;
  const widest = Math.max(...lines.map((line) => font.widthOfTextAtSize(line, 1)));
  const size = Math.min(SIZE_MAX, (SHARE * Math.hypot(wide, high)) / widest);
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  for (const [index, line] of lines.entries()) {
    // From the centre of the page: half of the line to the left, then up or down to its place among the lines.
    const left = -font.widthOfTextAtSize(line, size) / 2;
    const up = size * (((lines.length - 1) / 2 - index) * LINE_HEIGHT - 0.35);
    page.drawText(line, {
      x: x + width / 2 + left * cos - up * sin,
      y: y + height / 2 + left * sin + up * cos,
      size,
      font,
      color: rgb(0.45, 0.45, 0.45),
      opacity: OPACITY,
      rotate: degrees(angle),
    });
  }
}
