/** The store of the reports of trading days: a folder for each day, with its files and their manifest. */
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DownloadLinks } from './download-links.ts';
import { type FileFacts, FileNotFound, type FileStore, type KeySpace } from './file-store.ts';
import { LocalFileStore, type OpenedFile, synchronize } from './local-file-store.ts';

/** A file of a report, by the date and its name: 2026-03-02/orders.csv. */
export const REPORT_KEYS: KeySpace = {
  isKey: (key) => /^\d{4}-\d\d-\d\d\/[a-z\d-]+\.(csv|json|parquet)$/.test(key),
  folder: 'reports',
};

const MANIFEST = 'manifest.json';

/** A file that was made, in the order in which it is kept: the manifest comes last. */
export interface ReportFile extends Omit<FileFacts, 'contentType'> {
  readonly name: string;
}

export interface ReportStore {
  /** The manifest of a stored day; undefined when the day has no report. */
  manifest(date: string): Promise<string | undefined>;
  /**
   * Keeps what was made in a folder, which is gone then. Resolves once all of it is durable; a day is whole or not
   * there.
   */
  put(date: string, folder: string, files: readonly ReportFile[]): Promise<void>;
  /** A URL that gives the file as a download. */
  link(date: string, name: string): Promise<string>;
  /** Does nothing when it does not exist. */
  remove(date: string, names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The folder that was made is put in its place. */
export class LocalReportStore implements ReportStore {
  readonly #folder: string;
  readonly #files: LocalFileStore;

  constructor({ folder, links }: { readonly folder: string; readonly links: DownloadLinks }) {
    this.#folder = folder;
    this.#files = new LocalFileStore({ folder, links, keys: REPORT_KEYS });
  }

  async manifest(date: string): Promise<string | undefined> {
    return readFile(join(this.#folder, date, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  async put(date: string, folder: string): Promise<void> {
    const place = join(this.#folder, date);
    await mkdir(dirname(place), { recursive: true });
    // Without a manifest, so it was never listed.
    await rm(place, { recursive: true, force: true });
    await rename(folder, place);
    await synchronize(dirname(place));
  }

  /** For the route that gives the files out. */
  open(key: string): Promise<OpenedFile> {
    return this.#files.open(key);
  }

  link(date: string, name: string): Promise<string> {
    return this.#files.link(`${date}/${name}`, offerOf(date, name));
  }

  remove(date: string): Promise<void> {
    return rm(join(this.#folder, date), { recursive: true, force: true });
  }

  async close(): Promise<void> {}
}

/** What links of this machine lead to: documents and reports. */
export function localDownloads(
  documents: LocalFileStore,
  reports: LocalReportStore,
): Pick<LocalFileStore, 'links' | 'open'> {
  const open = (key: string) => (REPORT_KEYS.isKey(key) ? reports.open(key) : documents.open(key));
  return { links: documents.links, open };
}

/** The manifest is put last: a day has one when all of it is there. */
export class S3ReportStore implements ReportStore {
  readonly #files: FileStore;

  /** A store whose keys are REPORT_KEYS. */
  constructor(files: FileStore) {
    this.#files = files;
  }

  async manifest(date: string): Promise<string | undefined> {
    try {
      return await text(await this.#files.get(`${date}/${MANIFEST}`));
    } catch (error) {
      if (error instanceof FileNotFound) return undefined;
      throw error;
    }
  }

  async put(date: string, folder: string, files: readonly ReportFile[]): Promise<void> {
    for (const { name, ...facts } of files) {
      const contentType = contentTypeOf(name);
      await this.#files.put(`${date}/${name}`, { path: join(folder, name) }, { ...facts, contentType });
    }
    await rm(folder, { recursive: true });
  }

  link(date: string, name: string): Promise<string> {
    return this.#files.link(`${date}/${name}`, offerOf(date, name));
  }

  async remove(date: string, names: readonly string[]): Promise<void> {
    for (const name of [MANIFEST, ...names]) await this.#files.delete(`${date}/${name}`);
  }

  close(): Promise<void> {
    return this.#files.close();
  }
}

function offerOf(date: string, name: string) {
  return { fileName: `${date}-${name}`, contentType: contentTypeOf(name) };
}

function contentTypeOf(name: string): string {
  if (name.endsWith('.parquet')) return 'application/vnd.apache.parquet';
  return name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json';
}
