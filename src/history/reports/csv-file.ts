import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { csvLine } from '../../csv/index.ts';

/** Text that is collected before it is written. */
const BUFFER_CHARACTERS = 256 * 1024;

/** The facts about a written file. */
export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
  /** Without the line of the names. */
  readonly rows: number;
}

export type Value = string | number | null;

/** How each column of a file is filled from an item, by its name in the first line. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => Value>>;

/**
 * Writes a CSV file (RFC 4180, UTF-8, lines end with CR LF) row by row, for its owner only; durable when it is closed.
 */
export class CsvFile<Item> {
  readonly #readers: readonly ((item: Item) => Value)[];
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #text: string;
  #bytes = 0;
  #rows = 0;

  constructor(path: string, columns: CsvColumns<Item>) {
    this.#readers = Object.values(columns);
    this.#file = openSync(path, 'wx', 0o600);
    this.#text = csvLine(Object.keys(columns));
  }

  add(item: Item): void {
    this.#text += csvLine(this.#readers.map((read) => read(item)));
    this.#rows++;
    if (this.#text.length >= BUFFER_CHARACTERS) this.#flush();
  }

  close(): WrittenFile {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes, rows: this.#rows };
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
  }
}
