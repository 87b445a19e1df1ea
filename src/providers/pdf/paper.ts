import { type PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { linesOf, printable } from './printable.ts';

const WIDTH = 612;
const HEIGHT = 792;
const MARGIN = 54;
const BLACK = rgb(0.1, 0.1, 0.1);
const GREY = rgb(0.42, 0.42, 0.42);

export interface Style {
  /** In points. */
  readonly size?: number;
  readonly face?: 'plain' | 'bold' | 'typewriter';
  readonly isGrey?: boolean;
  /** Free space below, in points. */
  readonly below?: number;
  /** From the margin, in points. */
  readonly indent?: number;
}

/** A text of a row. */
export interface Cell {
  readonly text: string;
  /** In points. */
  readonly width: number;
  /** To the right. */
  readonly isNumber?: boolean | undefined;
  readonly face?: Style['face'];
}

const ROW = 12;
const CELL_SIZE = 8;
const CELL_GAP = 4;

type Fonts = Readonly<Record<NonNullable<Style['face']>, PDFFont>>;

/** Letter-size pages that text is written on from top to bottom, as many as it takes. */
export class Paper {
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  #page: PDFPage;
  #y = HEIGHT - MARGIN;

  private constructor(document: PDFDocument, fonts: Fonts) {
    this.#document = document;
    this.#fonts = fonts;
    this.#page = document.addPage([WIDTH, HEIGHT]);
  }

  /** Begins on a new page. */
  static async at(document: PDFDocument): Promise<Paper> {
    return new Paper(document, {
      plain: await document.embedFont(StandardFonts.Helvetica),
      bold: await document.embedFont(StandardFonts.HelveticaBold),
      typewriter: await document.embedFont(StandardFonts.Courier),
    });
  }

  write(text: string, style: Style = {}): void {
    const { size = 11, face = 'plain', isGrey = false, below = 6, indent = 0 } = style;
    const font = this.#fonts[face];
    const widthMax = WIDTH - 2 * MARGIN - indent;
    const lines = linesOf(printable(font, text), (line) => font.widthOfTextAtSize(line, size) <= widthMax);
    for (const line of lines) {
      this.#makeRoom(size * 1.4);
      this.#y -= size * 1.4;
      this.#page.drawText(line, { x: MARGIN + indent, y: this.#y, size, font, color: isGrey ? GREY : BLACK });
    }
    this.#y -= below;
  }

  /** A thin line across the page. */
  rule(): void {
    this.#makeRoom(12);
    this.#y -= 4;
    this.#page.drawLine({
      start: { x: MARGIN, y: this.#y },
      end: { x: WIDTH - MARGIN, y: this.#y },
      thickness: 0.7,
      color: GREY,
    });
    this.#y -= 8;
  }

  /** Texts next to each other on one line, each cut to its width; on a new page `head` is drawn before. */
  row(cells: readonly Cell[], head?: readonly Cell[]): void {
    const before = this.#page;
    this.#makeRoom(ROW);
    if (head !== undefined && this.#page !== before) this.row(head);
    this.#y -= ROW;
    let x = MARGIN;
    for (const { text, width, isNumber = false, face = 'plain' } of cells) {
      const font = this.#fonts[face];
      const widthOf = (part: string) => font.widthOfTextAtSize(part, CELL_SIZE);
      const [shown = ''] = linesOf(printable(font, text), (line) => widthOf(line) <= width - CELL_GAP);
      const left = isNumber ? x + width - CELL_GAP - widthOf(shown) : x;
      this.#page.drawText(shown, { x: left, y: this.#y, size: CELL_SIZE, font, color: BLACK });
      x += width;
    }
  }

  #makeRoom(height: number): void {
    if (this.#y - height >= MARGIN) return;
    this.#page = this.#document.addPage([WIDTH, HEIGHT]);
    this.#y = HEIGHT - MARGIN;
  }
}
