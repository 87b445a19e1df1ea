import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EventSeq, Restore } from '../api/index.ts';
import { type FileSystem, JournalDamaged, writeDurably } from '../journal/index.ts';

/** The restores of a venue (S23): a file next to the journal, which itself does not know what was cut off. */
const NAME = 'restores.json';

/** Null: the venue was not opened since, so nothing has happened after it. */
interface NotedRestore {
  readonly id: string;
  readonly seq: EventSeq | null;
}

/**
 * The folder holds a venue as it was earlier.
 *
 * @param seq of its last event; null: not known before it is recovered
 */
export async function noteRestore(files: FileSystem, folder: string, seq: EventSeq | null): Promise<void> {
  const known = notedIn(files, folder).filter((one) => one.seq !== null && one.seq <= (seq ?? one.seq));
  await write(files, folder, [...known, { id: randomUUID(), seq }]);
}

/** Those of a venue that was recovered and ends with an event. */
export async function openRestores(files: FileSystem, folder: string, last: EventSeq): Promise<readonly Restore[]> {
  const noted = notedIn(files, folder);
  const restores = noted.map(({ id, seq }) => ({ id, seq: seq ?? last }));
  if (noted.at(-1)?.seq === null) await write(files, folder, restores);
  return restores;
}

/** For a copy of the venue; undefined: it was never put back. */
export function restoresFile(files: FileSystem, folder: string): string | undefined {
  return files.list(folder).includes(NAME) ? join(folder, NAME) : undefined;
}

function notedIn(files: FileSystem, folder: string): readonly NotedRestore[] {
  const file = restoresFile(files, folder);
  if (file === undefined) return [];
  try {
    return JSON.parse(files.read(file).toString()) as NotedRestore[];
  } catch {
    throw new JournalDamaged(`${file}: it is no list of restores; take it from another copy of the venue`);
  }
}

async function write(files: FileSystem, folder: string, restores: readonly NotedRestore[]): Promise<void> {
  const temporary = join(folder, `${NAME}.tmp`);
  await writeDurably(files, temporary, Buffer.from(`${JSON.stringify(restores)}\n`));
  files.rename(temporary, join(folder, NAME));
  files.syncFolder(folder);
}
