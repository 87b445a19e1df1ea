/**
 * Reads the lists of the US Treasury (OFAC) as it publishes them in comma-separated files, without a line of headings,
 * null written as -0-; the list of Specially Designated Nationals, and the consolidated one of others in cons_*.csv:
 *
 *     sdn.csv  uid, name, type, programs, title, call sign, vessel type, tonnage, GRT, flag, owner, remarks
 *     alt.csv  uid, alias number, aka | fka | nka, alias, remarks
 *     add.csv  uid, address number, address, city and postal code, country, remarks
 *     sdn_comments.csv  uid, remarks that had no room in sdn.csv (this file may be missing)
 *
 * A name that the files say to be an alias in alt.csv is a strong one; weak aliases stand in the remarks.
 */
import { basename } from 'node:path';
import { csvRecords } from './csv-records.ts';
import { UnreadableList } from './entries.ts';
import { add } from './entry-parts.ts';
import type { ListReading } from './list-reading.ts';
import { births, documents, nationalities, taxIds, weakAliases } from './remarks.ts';

/** The columns of each of the files; a file of more is one with fewer columns than it has. */
const COLUMNS = { names: 12, addresses: 6, aliases: 5, comments: 2 } as const;
export type OfacFile = keyof typeof COLUMNS;

/** The kind of file that a record is of; undefined for none. */
export function ofacFileOf(record: readonly string[]): OfacFile | undefined {
  if (!isUid(record[0])) return undefined;
  return (Object.keys(COLUMNS) as OfacFile[]).find((file) => record.length >= COLUMNS[file]);
}

export interface OfacPaths {
  readonly names: string;
  readonly aliases: string;
  readonly addresses: string;
  readonly comments: string | undefined;
}

export async function readOfac(paths: OfacPaths, reading: ListReading): Promise<void> {
  const { names, aliases, addresses, comments: more } = paths;
  const remarks = new Map<string, string>();
  for await (const [uid, column, record] of recordsOf(names, 'names', reading)) {
    const name = column(1);
    if (name === '') {
      reading.fault(basename(names), record, `entry ${uid} has no name`);
      continue;
    }
    const draft = reading.draft(uid, column(2).toLowerCase() || 'entity');
    draft.names.push({ text: name, strength: 'own' });
    add(draft.programs, ...column(3).split(/[[\]]/));
    remarks.set(uid, column(11));
    reading.count();
  }
  for await (const [uid, column] of recordsOf(aliases, 'aliases', reading)) {
    const text = column(3);
    if (text !== '') reading.find(uid)?.names.push({ text, strength: 'strong' });
    reading.count();
  }
  for await (const [uid, column] of recordsOf(addresses, 'addresses', reading)) {
    const draft = reading.find(uid);
    if (draft !== undefined) add(draft.countries, column(4));
    reading.count();
  }
  if (more !== undefined) {
    for await (const [uid, column] of recordsOf(more, 'comments', reading)) {
      // The Treasury cuts long remarks wherever the column is full, in mid-word too.
      remarks.set(uid, `${remarks.get(uid) ?? ''}${column(1)}`);
      reading.count();
    }
  }
  for (const [uid, said] of remarks) {
    const draft = reading.find(uid);
    if (draft === undefined) continue;
    draft.names.push(...weakAliases(said));
    draft.births.push(...births(said));
    add(draft.nationalities, ...nationalities(said));
    add(draft.taxIds, ...taxIds(said));
    add(draft.documents, ...documents(said));
  }
}

type Column = (index: number) => string;

async function* recordsOf(
  path: string,
  kind: OfacFile,
  reading: ListReading,
): AsyncGenerator<[string, Column, number]> {
  const file = basename(path);
  reading.addFile(file);
  let record = 0;
  for await (const values of csvRecords(path)) {
    record += 1;
    const [uid] = values;
    // The files end with the sign that ended files before there were file systems.
    if (values.length === 1 && uid === '\u001a') continue;
    if (!isUid(uid) || values.length < COLUMNS[kind]) {
      reading.fault(file, record, 'it is not of the form of this file');
      continue;
    }
    yield [uid, (index) => textOf(values[index]), record];
  }
}

function isUid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,15}$/.test(text);
}

function textOf(text: string | undefined): string {
  return text === undefined || text === '-0-' ? '' : text;
}

/** The four files of each list of OFAC, by the start of their names; throws UnreadableList where one is missing. */
export function ofacPaths(files: readonly { readonly path: string; readonly kind: OfacFile }[]): OfacPaths[] {
  const lists = Map.groupBy(files, ({ path }) => (basename(path).toLowerCase().startsWith('cons_') ? 'cons_' : ''));
  return [...lists].map(([prefix, own]) => {
    const one = (kind: OfacFile) => {
      const [path, ...others] = own.filter((file) => file.kind === kind).map((file) => file.path);
      if (others.length === 0) return path;
      const names = [path as string, ...others].map((each) => basename(each)).join(' and ');
      throw new UnreadableList(`${names} are the same file of the OFAC list: leave one`);
    };
    const required = (kind: OfacFile, usual: string) => {
      const path = one(kind);
      if (path === undefined) throw new UnreadableList(`${prefix}${usual} of the OFAC list is missing`);
      return path;
    };
    return {
      names: required('names', prefix === '' ? 'sdn.csv' : 'prim.csv'),
      aliases: required('aliases', 'alt.csv'),
      addresses: required('addresses', 'add.csv'),
      comments: one('comments'),
    };
  });
}
