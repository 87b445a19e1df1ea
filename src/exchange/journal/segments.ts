import { join } from 'node:path';
import type { FileSystem } from '../file-system.ts';

const SEGMENT_NAME = /^journal-(\d{16})\.log$/;

export interface SegmentFile {
  readonly path: string;
  readonly name: string;
  readonly firstSequence: number;
}

export function segmentName(firstSequence: number): string {
  return `journal-${String(firstSequence).padStart(16, '0')}.log`;
}

/** The segments of a folder, oldest first. */
export function listSegments(files: FileSystem, folder: string): SegmentFile[] {
  const segments: SegmentFile[] = [];
  for (const name of files.list(folder)) {
    const match = SEGMENT_NAME.exec(name);
    if (match !== null) segments.push({ path: join(folder, name), name, firstSequence: Number(match[1]) });
  }
  return segments.sort((a, b) => a.firstSequence - b.firstSequence);
}
