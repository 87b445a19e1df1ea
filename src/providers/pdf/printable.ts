import type { PDFFont } from '@cantoo/pdf-lib';
import anyAscii from 'any-ascii';

/**
 * The text as the font can write it: the fonts that every reader of PDF has know the letters of western languages only,
 * so that others are spelled in those.
 */
export function printable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  return [...text.replace(/\s/g, ' ')]
    .map((character) => (known.has(character.codePointAt(0)!) ? character : anyAscii(character)))
    .map((spelled) => [...spelled].filter((character) => known.has(character.codePointAt(0)!)).join(''))
    .join('');
}

/** Lines that are at most so wide, broken between words, and within a word that is wider by itself. */
export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line) && line.length > 1) {
      const head = fittingHead(line, fits);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The longest beginning that fits, of one character at least. */
function fittingHead(word: string, fits: (line: string) => boolean): string {
  let length = word.length - 1;
  while (length > 1 && !fits(word.slice(0, length))) length--;
  return word.slice(0, length);
}
