/** Reads the records of a file of separated values, one after the other. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse';
import { UnreadableList } from './entries.ts';

/** Far above the longest reasons of a designation. */
const RECORD_BYTES_MAX = 1024 * 1024;

/** Older files are in the letters of Western Europe. An unreadable file is reported where it is read. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    return !(error instanceof TypeError);
  }
}

/** Records as they are in the file; read in pieces, so that other work goes on between them. */
export async function* csvRecords(path: string, delimiter: ',' | ';' = ','): AsyncGenerator<readonly string[]> {
  const options = { bom: true, relax_column_count: true, relax_quotes: true, trim: true, skip_empty_lines: true };
  const encoding = (await isUtf8(path)) ? 'utf8' : 'latin1';
  const parser = parse({ ...options, delimiter, encoding, max_record_size: RECORD_BYTES_MAX });
  const stream = createReadStream(path);
  stream.on('error', (error) => parser.destroy(error));
  try {
    yield* stream.pipe(parser) as AsyncIterable<string[]>;
  } catch (error) {
    throw new UnreadableList(`${basename(path)} cannot be read: ${(error as Error).message}`);
  } finally {
    stream.destroy();
    parser.destroy();
  }
}

/** A record by the headings of its columns, in any case. */
export type NamedRecord = (heading: string) => string;

export interface NamedRecords {
  readonly path: string;
  readonly delimiter?: ',' | ';';
  /** A heading that only the line of headings has. */
  readonly heading: string;
  /** A line above the headings. */
  readonly above?: (line: readonly string[]) => void;
  /** `record` counts from 1. */
  readonly each: (column: NamedRecord, record: number) => void;
}

/** Throws UnreadableList where the line of headings is missing. */
export async function readNamed({ path, delimiter, heading, above, each }: NamedRecords): Promise<void> {
  let places: ReadonlyMap<string, number> | undefined;
  let record = 0;
  for await (const values of csvRecords(path, delimiter)) {
    if (places === undefined) {
      const headings = values.map((value) => value.toLowerCase());
      if (headings.includes(heading.toLowerCase())) {
        // A heading that comes twice (Last Updated) names its first column.
        places = new Map(headings.map((name, place) => [name, place] as const).toReversed());
      } else above?.(values);
      continue;
    }
    const known = places;
    record += 1;
    each((name) => values[known.get(name.toLowerCase()) ?? -1] ?? '', record);
  }
  if (places === undefined) throw new UnreadableList(`${basename(path)} has no column ${heading}`);
}
