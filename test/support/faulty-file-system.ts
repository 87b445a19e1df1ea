import { type FileSystem, nodeFileSystem } from '../../src/exchange/file-system.ts';

/** The real file system with faults to order: a full disk, a write that tears, an fdatasync that fails or waits. */
export class FaultyFileSystem implements FileSystem {
  /** Bytes that still fit; writing more writes what fits and then throws ENOSPC. */
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
  readonly openForAppend = nodeFileSystem.openForAppend;
  readonly close = nodeFileSystem.close;
  readonly truncate = nodeFileSystem.truncate;
  readonly rename = nodeFileSystem.rename;
  readonly remove = nodeFileSystem.remove;
  readonly syncFolder = nodeFileSystem.syncFolder;

  write(file: number, bytes: Uint8Array): void {
    this.writes++;
    if (bytes.length > this.bytesLeft) {
      nodeFileSystem.write(file, bytes.subarray(0, this.bytesLeft));
      this.bytesLeft = 0;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    this.bytesLeft -= bytes.length;
    nodeFileSystem.write(file, bytes);
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
