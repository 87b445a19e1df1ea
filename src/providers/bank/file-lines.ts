const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The lines of a file of the bank, in Latin-1, whatever ends them, without a byte order mark. The fillers of transports
 * become blanks: NULs, and Ctrl-Z, which once marked the end of a file.
 */
export function linesOf(content: Buffer): string[] {
  const hasMark = content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const text = content.subarray(hasMark ? BYTE_ORDER_MARK.length : 0).toString('latin1');
  return text
    .replaceAll('\0', ' ')
    .replaceAll('\x1a', ' ')
    .split(/\r\n|\n|\r/);
}
