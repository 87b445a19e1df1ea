/**
 * Reads the list of Specially Designated Nationals as the US Treasury publishes it in comma-separated files, without a
 * line of headings, null written as -0-:
 *
 *     sdn.csv  uid, name, type, programs, title, call sign, vessel type, tonnage, GRT, flag, owner, remarks
 *     alt.csv  uid, alias number, aka | fka | nka, alias, remarks
 *     add.csv  uid, address number, address, city and postal code, country, remarks
 *     sdn_comments.csv  uid, remarks that had no room in sdn.csv (this file may be missing)
 *
 * A name that the files say to be an alias in alt.csv is a strong one; weak aliases stand in the remarks.
 */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse';
import type { ListedEntry, ListedName } from './entries.ts';
import { births, nationalities, taxIds, weakAliases } from './remarks.ts';

/** Far above the list of today (some 20,000): a wrong file must not fill the memory. */
const ENTRIES_MAX = 500_000;
const ROWS_MAX = 2_000_000;
const ROW_BYTES_MAX = 65_536;

/** A file cannot be read as the list that it should be; the message names it. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList';
}

interface Row {
  readonly uid: string;
  /** The value of a column, counted from 0; empty for null. */
  column(index: number): string;
}

/** Reads the files of a folder; nothing is passed over but blank lines and the end-of-file sign that ends them. */
export async function readSdnFolder(folder: string): Promise<ListedEntry[]> {
  const aliases = await grouped(join(folder, 'alt.csv'), 4, (row) => row.column(3));
  const countries = await grouped(join(folder, 'add.csv'), 5, (row) => row.column(4));
  const comments = await optional(join(folder, 'sdn_comments.csv'), 2, (row) => row.column(1));
  const entries: ListedEntry[] = [];
  for await (const row of rowsOf(join(folder, 'sdn.csv'), 12)) {
    const { uid } = row;
    // The Treasury cuts long remarks wherever the column is full, in mid-word too.
    const remarks = [row.column(11), ...(comments.get(uid) ?? [])].join('');
    entries.push(entryOf(row, { remarks, aliases: aliases.get(uid) ?? [], countries: countries.get(uid) ?? [] }));
    if (entries.length > ENTRIES_MAX) throw new UnreadableList(`sdn.csv has more than ${ENTRIES_MAX} entries`);
  }
  if (entries.length === 0) throw new UnreadableList(`sdn.csv in ${folder} has no entries`);
  return entries;
}

function entryOf(
  row: Row,
  more: { readonly remarks: string; readonly aliases: readonly string[]; readonly countries: readonly string[] },
): ListedEntry {
  const strong: ListedName[] = more.aliases.map((text) => ({ text, strength: 'strong' }));
  return {
    uid: row.uid,
    type: row.column(2).toLowerCase() || 'entity',
    programs: row
      .column(3)
      .split(/[[\]]/)
      .map((program) => program.trim())
      .filter((program) => program !== ''),
    names: [{ text: row.column(1), strength: 'own' }, ...strong, ...weakAliases(more.remarks)],
    births: births(more.remarks),
    countries: [...new Set(more.countries)],
    nationalities: nationalities(more.remarks),
    taxIds: taxIds(more.remarks),
  };
}

async function optional(path: string, columns: number, value: (row: Row) => string): Promise<Map<string, string[]>> {
  try {
    await access(path);
  } catch {
    return new Map();
  }
  return grouped(path, columns, value);
}

/** The values that are not empty, by uid. */
async function grouped(path: string, columns: number, value: (row: Row) => string): Promise<Map<string, string[]>> {
  const groups = new Map<string, string[]>();
  let rows = 0;
  for await (const row of rowsOf(path, columns)) {
    rows += 1;
    if (rows > ROWS_MAX) throw new UnreadableList(`${basename(path)} has more than ${ROWS_MAX} lines`);
    const text = value(row);
    if (text === '') continue;
    const group = groups.get(row.uid);
    if (group === undefined) groups.set(row.uid, [text]);
    else group.push(text);
  }
  return groups;
}

/** Read in pieces, so that other work goes on between them. */
async function* rowsOf(path: string, columnsMin: number): AsyncGenerator<Row> {
  const file = basename(path);
  const options = { bom: true, relax_column_count: true, relax_quotes: true, trim: true, skip_empty_lines: true };
  const parser = parse({ ...options, max_record_size: ROW_BYTES_MAX });
  const stream = createReadStream(path);
  stream.on('error', (error) => parser.destroy(error));
  let line = 0;
  try {
    for await (const record of stream.pipe(parser) as AsyncIterable<string[]>) {
      line += 1;
      // The files end with the sign that ended files before there were file systems.
      if (record.length === 1 && record[0] === '\u001a') continue;
      const uid = record[0] as string;
      if (!/^[0-9]{1,15}$/.test(uid) || record.length < columnsMin) {
        throw new UnreadableList(`${file}, record ${line}: it is not of the form of this file`);
      }
      yield { uid, column: (index) => textOf(record[index]) };
    }
  } catch (error) {
    if (error instanceof UnreadableList) throw error;
    throw new UnreadableList(`${file} cannot be read: ${(error as Error).message}`);
  } finally {
    stream.destroy();
    parser.destroy();
  }
}

function textOf(text: string | undefined): string {
  return text === undefined || text === '-0-' ? '' : text;
}
