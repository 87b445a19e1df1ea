/** Reads all lists of a folder: each file is recognised by what is in it, whatever its name. */
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type ListedEntry, type ListReport, UnreadableList } from './entries.ts';
import { EU, readEuCsv, readEuXml } from './eu-list.ts';
import { ListReading } from './list-reading.ts';
import { type OfacFile, ofacFileOf, ofacPaths, readOfac } from './ofac-list.ts';
import { OFSI, readOfsiCsv, readUkCsv, readUkXml, UK } from './uk-list.ts';
import { readUn, UN } from './un-list.ts';

const OFAC = 'OFAC SDN';
const OFAC_OTHERS = 'OFAC consolidated';

/** What a file is recognised by. */
const HEAD_BYTES = 64 * 1024;
const HEAD_RECORDS = 20;

/** The lists that are one file. */
const FORMS = {
  unXml: { list: UN, read: readUn },
  euXml: { list: EU, read: readEuXml },
  euCsv: { list: EU, read: readEuCsv },
  ukXml: { list: UK, read: readUkXml },
  ukCsv: { list: UK, read: readUkCsv },
  ofsiCsv: { list: OFSI, read: readOfsiCsv },
} as const;
type Form = keyof typeof FORMS;

/** An element that only one list begins with. */
const ROOTS: Readonly<Record<string, Form>> = {
  CONSOLIDATED_LIST: 'unXml',
  export: 'euXml',
  Designations: 'ukXml',
};

export interface ReadList {
  readonly entries: readonly ListedEntry[];
  readonly report: ListReport;
}

/**
 * Reads the lists of a folder one after the other. Throws UnreadableList for a CSV or XML file that is not one of
 * the lists: it may be a page of errors in place of a list. Files of other kinds, and those that begin with a dot, are
 * not read.
 */
export async function* readListFolder(folder: string): AsyncGenerator<ReadList> {
  const paths = await listPaths(folder);
  const ofac: { readonly path: string; readonly kind: OfacFile }[] = [];
  const others: { readonly path: string; readonly form: Form }[] = [];
  for (const path of paths) {
    const found = await formOf(path);
    if ('kind' in found) ofac.push({ path, kind: found.kind });
    else others.push({ path, form: found.form });
  }
  if (ofac.length + others.length === 0) throw new UnreadableList(`${folder} has no watch list`);
  refuseSecondFiles(others);
  for (const files of ofacPaths(ofac)) {
    const isSdn = !basename(files.names).toLowerCase().startsWith('cons_');
    const reading = new ListReading(isSdn ? OFAC : OFAC_OTHERS);
    await readOfac(files, reading);
    yield reading.end();
  }
  for (const { path, form } of others) {
    const { list, read } = FORMS[form];
    const reading = new ListReading(list);
    await read(path, reading);
    yield reading.end();
  }
}

/** The files of a folder that are read as lists, by their names. */
export async function listPaths(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new UnreadableList(`the folder cannot be read: ${error.message}`);
  });
  return names
    .filter((name) => !name.startsWith('.') && /^\.(csv|xml)$/i.test(extname(name)))
    .toSorted()
    .map((name) => join(folder, name));
}

/** An old file of a list would keep entries that the new one no longer has. */
function refuseSecondFiles(files: readonly { readonly path: string; readonly form: Form }[]): void {
  for (const [list, same] of Map.groupBy(files, ({ form }) => FORMS[form].list)) {
    if (same.length === 1) continue;
    const names = same.map(({ path }) => basename(path)).join(' and ');
    throw new UnreadableList(`${names} are the same list (${list}): leave one`);
  }
}

async function formOf(path: string): Promise<{ readonly form: Form } | { readonly kind: OfacFile }> {
  const head = (await headOf(path)).replace(/^\uFEFF/, '').trimStart();
  if (head.startsWith('<')) {
    // The first element, after the declaration and comments.
    const root = /<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(head.replace(/<!--[\s\S]*?-->/g, ''))?.[2] ?? '';
    const form = ROOTS[root];
    if (form !== undefined) return { form };
    throw unknown(path);
  }
  const lines = head.split(/\r?\n/, 3).slice(0, 2).join('\n').toLowerCase();
  if (lines.includes('entity_logicalid')) return { form: 'euCsv' };
  if (lines.includes('name 6')) return { form: lines.includes('unique id') ? 'ukCsv' : 'ofsiCsv' };
  for (const record of headRecords(head)) {
    const kind = ofacFileOf(record);
    if (kind !== undefined) return { kind };
  }
  throw unknown(path);
}

function headRecords(head: string): string[][] {
  try {
    const options = { relax_column_count: true, relax_quotes: true, trim: true, skip_empty_lines: true };
    return parse(head.slice(0, head.lastIndexOf('\n') + 1 || undefined), { ...options, to: HEAD_RECORDS });
  } catch {
    return [];
  }
}

function unknown(path: string): UnreadableList {
  return new UnreadableList(`${basename(path)} is not one of the lists that are read: replace or remove it`);
}

async function headOf(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new UnreadableList(`${basename(path)} cannot be read: ${(error as Error).message}`);
  }
}

/** Entries that are handed on at once. */
const ENTRIES_AT_ONCE = 100;

export interface ReadEnds {
  readonly reports: readonly ListReport[];
  /** Of all entries in their order: another one says that a list has changed. */
  readonly digest: string;
}

/** Reads the lists of folders; `some` gets their entries in pieces. Throws UnreadableList. */
export async function readLists(
  folders: readonly string[],
  some: (entries: readonly ListedEntry[]) => void,
): Promise<ReadEnds> {
  const reports: ListReport[] = [];
  const hash = createHash('sha256');
  for (const folder of folders) {
    for await (const { entries, report } of readListFolder(folder)) {
      for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
        const piece = entries.slice(at, at + ENTRIES_AT_ONCE);
        for (const entry of piece) hash.update(JSON.stringify(entry)).update('\n');
        some(piece);
      }
      reports.push(report);
    }
  }
  return { reports, digest: hash.digest('hex') };
}
