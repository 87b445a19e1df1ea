import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { ByteWriter, parquetWriteRows, type SchemaElement } from 'hyparquet-writer';
import { formatInstant } from '../../calendar/format-time.ts';
import { priceText } from '../../exchange/api/index.ts';
import type { CsvColumns, Value, WrittenFile } from './csv-file.ts';

/** Rows that are collected before they are written: so the memory does not grow with the day. */
const GROUP_ROWS = 10_000;

/** Exact types: whole is a 64-bit integer, millionths a decimal with six places, microseconds a time in UTC. */
const ELEMENTS = {
  whole: { type: 'INT64' },
  millionths: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 6 },
  microseconds: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
  boolean: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<string, Partial<SchemaElement>>;

type Kind = keyof typeof ELEMENTS;
type ParquetValue = number | string | boolean | null;

/** How each column of a file is filled from an item, by its name. Only texts may be null. */
export type ParquetColumns<Item> = Readonly<
  Record<string, { readonly type: Kind; readonly of: (item: Item) => ParquetValue }>
>;

const AS_TEXT: Readonly<Record<Kind, (value: never) => Value>> = {
  whole: (value: number) => value,
  millionths: (value: number) => priceText(value),
  microseconds: (value: number) => formatInstant(value),
  boolean: (value: boolean) => (value ? 'Yes' : 'No'),
  text: (value: string) => value,
};

/** The same columns, for a CSV file. */
export function csvColumns<Item>(columns: ParquetColumns<Item>): CsvColumns<Item> {
  const entries = Object.entries(columns).map(([name, { type, of }]) => {
    return [name, (item: Item) => AS_TEXT[type](of(item) as never)] as const;
  });
  return Object.fromEntries(entries);
}

/** Writes a Parquet file, for its owner only; it is durable when the promise resolves. */
export async function writeParquet<Item>(
  path: string,
  columns: ParquetColumns<Item>,
  items: AsyncGenerator<Item>,
): Promise<WrittenFile> {
  const file = new FileBytes(path);
  let rows = 0;
  const read = async function* () {
    for await (const item of items) {
      rows += 1;
      yield rowOf(columns, item);
    }
  };
  const names = Object.keys(columns).map((name) => ({ name }));
  const schema = schemaOf(columns);
  await parquetWriteRows({ writer: file, rows: read(), columns: names, schema, rowGroupSize: GROUP_ROWS });
  return { ...file.close(), rows };
}

function rowOf<Item>(columns: ParquetColumns<Item>, item: Item): Record<string, unknown> {
  const cells = Object.entries(columns).map(([name, { of }]) => {
    const value = of(item);
    return [name, typeof value === 'number' ? BigInt(value) : value];
  });
  return Object.fromEntries(cells);
}

function schemaOf<Item>(columns: ParquetColumns<Item>): SchemaElement[] {
  const entries = Object.entries(columns);
  const leaves = entries.map(([name, { type }]): SchemaElement => {
    const repetition_type = type === 'text' ? 'OPTIONAL' : 'REQUIRED';
    return { name, repetition_type, ...ELEMENTS[type] };
  });
  return [{ name: 'root', num_children: entries.length }, ...leaves];
}

/** Writes to the file the bytes that the writer hands over after each group of rows. */
class FileBytes extends ByteWriter {
  readonly #file: number;
  readonly #hash = createHash('sha256');

  constructor(path: string) {
    super();
    this.#file = openSync(path, 'wx', 0o600);
  }

  flush(): void {
    const bytes = this.getBytes();
    this.#hash.update(bytes);
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }

  close(): Omit<WrittenFile, 'rows'> {
    fsyncSync(this.#file);
    closeSync(this.#file);
    return { sha256: this.#hash.digest('hex'), bytes: this.offset };
  }
}
