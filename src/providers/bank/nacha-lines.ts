/** The records of a file of the bank, whatever its transport did to the lines. */
import { linesOf } from './file-lines.ts';
import { RECORD_CHARACTERS } from './nacha-layout.ts';

/** A record of 94 characters, blanks at its end included. */
export interface FileRecord {
  readonly text: string;
  /** Its line, from 1; where a line has several records, its place among all. */
  readonly line: number;
}

/**
 * Without empty lines. Transports strip blanks from the ends of lines, add some, and run all records together. A record
 * that is too long keeps its length.
 */
export function recordsOf(content: Buffer): FileRecord[] {
  const lines = linesOf(content).map((line, index) => ({ line, number: index + 1 }));
  const filled = lines.filter(({ line }) => line.trim() !== '');
  const records = filled.flatMap(({ line, number }) => {
    const parts = isRun(line, filled.length === 1) ? partsOf(line) : [line];
    return parts.map((part) => ({ text: fromUtf8(part).trimEnd().padEnd(RECORD_CHARACTERS), line: number }));
  });
  const hasRuns = records.length > filled.length;
  return hasRuns ? records.map(({ text }, index) => ({ text, line: index + 1 })) : records;
}

/** Whether several records stand in a line; blanks may be missing at the end of the only one. */
function isRun(line: string, isOnly: boolean): boolean {
  const { length } = line.trimEnd();
  return (
    length > RECORD_CHARACTERS && (isOnly ? length >= 2 * RECORD_CHARACTERS : line.length % RECORD_CHARACTERS === 0)
  );
}

function partsOf(line: string): readonly string[] {
  return line.match(new RegExp(`.{1,${RECORD_CHARACTERS}}`, 'gs')) ?? [];
}

/** The text of bytes, in UTF-8 where they are. Letters or bytes of a name may be counted: no field after it matters. */
function fromUtf8(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}
