import { chmod, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DownloadLinks } from './download-links.ts';
import {
  DOCUMENT_KEYS,
  type DownloadOffer,
  type FileFacts,
  FileNotFound,
  type FileSource,
  type FileStore,
  FileStoreFailed,
  type KeySpace,
} from './file-store.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** A file that is about to be given out. */
export interface OpenedFile {
  readonly content: Readable;
  /** In bytes. */
  readonly size: number;
}

/** Files in one folder of this machine, each under its random key and readable only by the owner of the process. */
export class LocalFileStore implements FileStore {
  /** Read by the route that gives the files out. */
  readonly links: DownloadLinks;
  readonly #folder: string;
  readonly #keys: KeySpace;

  constructor(options: { readonly folder: string; readonly links: DownloadLinks; readonly keys?: KeySpace }) {
    this.#folder = options.folder;
    this.#keys = options.keys ?? DOCUMENT_KEYS;
    this.links = options.links;
  }

  async put(key: string, source: FileSource, _facts?: FileFacts): Promise<void> {
    const path = this.#pathOf(key);
    try {
      await this.#makeFolder();
      if ('path' in source) await keepFile(source.path, path);
      else await keepBytes(source.bytes, path);
      await synchronize(this.#folder);
    } catch (error) {
      throw failure('write', error);
    }
  }

  async get(key: string): Promise<Readable> {
    return (await this.open(key)).content;
  }

  /** The content with its size. Rejects with FileNotFound for a key that holds nothing. */
  async open(key: string): Promise<OpenedFile> {
    const path = this.#pathOf(key);
    try {
      const file = await open(path, 'r');
      const { size } = await file.stat();
      return { content: file.createReadStream(), size };
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? new FileNotFound() : failure('read', error);
    }
  }

  async withdraw(key: string): Promise<void> {
    const path = this.#pathOf(key);
    try {
      await rename(path, withdrawnPath(path));
      await synchronize(this.#folder);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw failure('withdraw a file of', error);
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    try {
      await rm(temporaryPath(path), { force: true });
      await rm(withdrawnPath(path), { force: true });
      await rm(path, { force: true });
    } catch (error) {
      throw failure('remove', error);
    }
  }

  async link(key: string, offer: DownloadOffer): Promise<string> {
    return this.links.create(key, offer);
  }

  async check(): Promise<void> {
    try {
      await this.#makeFolder();
    } catch (error) {
      throw failure('make the folder of', error);
    }
  }

  async close(): Promise<void> {}

  #pathOf(key: string): string {
    if (!this.#keys.isKey(key)) throw new FileNotFound();
    return join(this.#folder, key);
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await chmod(this.#folder, OWNER_ONLY_FOLDER);
  }
}

/**
 * A second name for the same file where the file system allows it: the disk of the venue's journal is not to write it
 * twice.
 */
async function keepFile(from: string, path: string): Promise<void> {
  await chmod(from, OWNER_ONLY);
  await synchronize(from);
  try {
    await link(from, path);
  } catch (error) {
    if (!CANNOT_LINK.has(codeOf(error))) throw error;
    await keepCopy((temporary) => copyFile(from, temporary), path);
  }
}

/** Another device, or a file system without hard links. */
const CANNOT_LINK: ReadonlySet<unknown> = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

function keepBytes(bytes: Uint8Array, path: string): Promise<void> {
  return keepCopy(async (temporary) => {
    const file = await open(temporary, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
  }, path);
}

/** The file is whole before it has its name. */
async function keepCopy(write: (temporary: string) => Promise<void>, path: string): Promise<void> {
  const temporary = temporaryPath(path);
  await write(temporary);
  await synchronize(temporary);
  await rename(temporary, path);
}

function withdrawnPath(path: string): string {
  return `${path}.withdrawn`;
}

function temporaryPath(path: string): string {
  return `${path}.tmp`;
}

/** Syncs a file or a folder to the disk. */
export async function synchronize(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}

function failure(action: string, error: unknown): FileStoreFailed {
  return new FileStoreFailed(`could not ${action} the document store: ${String(codeOf(error) ?? error)}`);
}
