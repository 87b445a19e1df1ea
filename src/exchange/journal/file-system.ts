/**
 * The few file operations that the journal and the snapshots need; passed in, so that tests can fill the disk, fail a
 * write or an fdatasync, and tear a record.
 */
import * as fs from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface FileSystem {
  /** Makes the folder and its parent folders, durably. */
  ensureFolder(path: string): void;
  /** Names of the files in a folder, sorted. */
  list(path: string): string[];
  size(path: string): number;
  read(path: string): Buffer;
  /** Up to `length` bytes from `position`; shorter at the end of the file. */
  readAt(path: string, position: number, length: number): Buffer;
  /** Opens for writing, creating the file when it does not exist; what it holds stays. */
  openForWriting(path: string): number;
  /** Writes all the bytes from `position` on or throws. */
  write(file: number, bytes: Uint8Array, position: number): void;
  /** Makes what was written to the file durable. */
  sync(file: number): Promise<void>;
  close(file: number): void;
  truncate(path: string, size: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes created, renamed and removed names of a folder durable. */
  syncFolder(path: string): void;
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += fs.writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}

function syncFolder(path: string): void {
  const folder = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

export const nodeFileSystem: FileSystem = {
  ensureFolder: (path) => {
    const first = fs.mkdirSync(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // A folder whose own name is lost in a power cut takes all that was synced in it along.
    for (let made = resolve(path); made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
  },
  list: (path) => fs.readdirSync(path).sort(),
  size: (path) => fs.statSync(path).size,
  read: (path) => {
    try {
      return fs.readFileSync(path);
    } catch (error) {
      // Reading a folder, for example, fails with an error that names no path.
      const { message } = error as Error;
      throw message.includes(path) ? error : Object.assign(error as Error, { message: `${message} ${path}` });
    }
  },
  readAt: (path, position, length) => {
    const file = fs.openSync(path, 'r');
    try {
      const bytes = Buffer.allocUnsafe(length);
      let read = 0;
      while (read < length) {
        const n = fs.readSync(file, bytes, read, length - read, position + read);
        if (n === 0) break;
        read += n;
      }
      return bytes.subarray(0, read);
    } finally {
      fs.closeSync(file);
    }
  },
  // Not 'a': with it Linux ignores the position and writes at the end of the file.
  openForWriting: (path) => fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o600),
  write: writeAll,
  sync: (file) =>
    new Promise((resolve, reject) => {
      fs.fdatasync(file, (error) => (error ? reject(error) : resolve()));
    }),
  close: (file) => fs.closeSync(file),
  truncate: (path, size) => {
    const file = fs.openSync(path, 'r+');
    try {
      fs.ftruncateSync(file, size);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
  },
  rename: (from, to) => fs.renameSync(from, to),
  remove: (path) => fs.rmSync(path, { force: true }),
  syncFolder,
};

/** Writes a file as a whole. Its name is durable once its folder is synced. */
export async function writeDurably(files: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  const file = files.openForWriting(path);
  try {
    files.write(file, bytes, 0);
    await files.sync(file);
  } finally {
    files.close(file);
  }
}
