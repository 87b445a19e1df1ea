import { existsSync, fstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FileSystem, nodeFileSystem } from '../../src/exchange/journal/file-system.ts';

/** A change of a folder's names that is not durable yet, and how a power cut takes it back. */
interface Unsynced {
  readonly folders: ReadonlySet<string>;
  readonly undo: () => void;
}

/**
 * The real file system with faults to order: a full disk, a write that tears, an fdatasync that fails or waits, a
 * folder on another file system, and a power cut, which takes the names back that were made, moved or removed since
 * their folder was synced.
 */
export class FaultyFileSystem implements FileSystem {
  /** Bytes by which files may still grow; writing more writes what fits and then throws ENOSPC. */
  bytesLeft = Number.POSITIVE_INFINITY;
  /** When set, the next fdatasync fails with it. */
  syncError: Error | null = null;
  /** When set, every fdatasync waits for it first. */
  gate: Promise<void> | null = null;
  /** When set, the next sync of a folder fails with it: the process ends there, before names are durable. */
  folderSyncError: Error | null = null;
  /** A folder on a separate file system: nothing can be renamed into it or out of it. */
  otherFileSystem: string | null = null;
  #unsynced: Unsynced[] = [];
  syncs = 0;
  writes = 0;

  readonly ensureFolder = nodeFileSystem.ensureFolder;
  readonly list = nodeFileSystem.list;
  readonly size = nodeFileSystem.size;
  readonly read = nodeFileSystem.read;
  readonly readAt = nodeFileSystem.readAt;
  readonly close = nodeFileSystem.close;
  readonly truncate = nodeFileSystem.truncate;

  openForWriting(path: string): number {
    if (!existsSync(path)) this.#change([path], () => rmSync(path, { force: true }));
    return nodeFileSystem.openForWriting(path);
  }

  rename(from: string, to: string): void {
    if ([from, to].some((path) => dirname(path) === this.otherFileSystem) && dirname(from) !== dirname(to)) {
      throw Object.assign(new Error('EXDEV: cross-device link not permitted, rename'), { code: 'EXDEV' });
    }
    const replaced = existsSync(to) ? readFileSync(to) : null;
    nodeFileSystem.rename(from, to);
    this.#change([from, to], () => {
      renameSync(to, from);
      if (replaced !== null) writeFileSync(to, replaced);
    });
  }

  remove(path: string): void {
    if (!existsSync(path)) return;
    const removed = readFileSync(path);
    nodeFileSystem.remove(path);
    this.#change([path], () => writeFileSync(path, removed));
  }

  syncFolder(path: string): void {
    if (this.folderSyncError !== null) {
      const error = this.folderSyncError;
      this.folderSyncError = null;
      throw error;
    }
    nodeFileSystem.syncFolder(path);
    this.#unsynced = this.#unsynced.filter(({ folders }) => !folders.has(path));
  }

  /** Folders lose what was not synced, newest first. */
  powerCut(): void {
    for (const { undo } of this.#unsynced.splice(0).reverse()) undo();
  }

  #change(paths: readonly string[], undo: () => void): void {
    this.#unsynced.push({ folders: new Set(paths.map((path) => dirname(path))), undo });
  }

  write(file: number, bytes: Uint8Array, position: number): void {
    this.writes++;
    const growth = Math.max(0, position + bytes.length - fstatSync(file).size);
    const lacking = Math.max(0, growth - this.bytesLeft);
    this.bytesLeft -= growth - lacking;
    nodeFileSystem.write(file, bytes.subarray(0, bytes.length - lacking), position);
    if (lacking > 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }

  async sync(file: number): Promise<void> {
    if (this.gate !== null) await this.gate;
    if (this.syncError !== null) {
      const error = this.syncError;
      this.syncError = null;
      throw error;
    }
    this.syncs++;
    await nodeFileSystem.sync(file);
  }
}
