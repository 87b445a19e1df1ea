import type { FileSystem } from './file-system.ts';
import type { JournalEnd } from './reader.ts';

/**
 * Cuts off everything after the last good group: unused space, and a torn record, whose bytes are kept next to the
 * segment for an audit. Then syncs the file: a killed process may have written its last group without a sync, and from
 * now on that group is read, published and projected.
 */
export function cutTornTail(files: FileSystem, end: JournalEnd): string | null {
  if (end.segment === null) return null;
  const { path } = end.segment;
  const kept = end.tornBytes === 0 ? null : keepTail(files, path, end);
  files.truncate(path, end.size);
  return kept;
}

function keepTail(files: FileSystem, path: string, { size, tornBytes }: JournalEnd): string {
  const kept = `${path}.torn-${size}`;
  const bytes = files.readAt(path, size, tornBytes);
  files.remove(kept);
  const file = files.openForWriting(kept);
  files.write(file, bytes, 0);
  files.close(file);
  return kept;
}
