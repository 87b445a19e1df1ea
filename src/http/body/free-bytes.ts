import { statfsSync } from 'node:fs';

/** Bytes that this process may still write to the disk of an existing folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
