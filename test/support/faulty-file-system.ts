import { fstatSync } from 'node:fs';
import { type FileSystem, nodeFileSystem } from '../../src/exchange/file-system.ts';

/** The real file system with faults to order: a full disk, a write that tears, an fdatasync that fails or waits. */
export class FaultyFileSystem implements FileSystem {
  /** Bytes by which files may still grow; writing more writes what fits and then throws ENOSPC. */
  bytesLeft = Number.POSITIVE_INFINITY;
  /** When set, the next fdatasync fails with it. */
  syncError: Error | null = null;
  /** When set, every fdatasync waits for it first. */
  gate: Promise<void> | null = null;
  syncs = 0;
  writes = 0;

  readonly ensureFolder = nodeFileSystem.ensureFolder;
  readonly list = nodeFileSystem.list;
  readonly size = nodeFileSystem.size;
  readonly read = nodeFileSystem.read;
  readonly readAt = nodeFileSystem.readAt;
  readonly openForWriting = nodeFileSystem.openForWriting;
  readonly close = nodeFileSystem.close;
  readonly truncate = nodeFileSystem.truncate;
  readonly rename = nodeFileSystem.rename;
  readonly remove = nodeFileSystem.remove;
  readonly syncFolder = nodeFileSystem.syncFolder;

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
