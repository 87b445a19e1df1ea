import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EventSeq, Restore } from '../api/index.ts';
import { type FileSystem, JournalDamaged, writeDurably } from '../journal/index.ts';

/** The restores of a venue (S23): a file next to the journal, which itself does not know what was cut off. */
const NAME = 'restores.json';

/** The most that are noted: of more the oldest are forgotten, and a cursor of them is that of another venue. */
const RESTORES_MAX = 1000;

/** Null: up to the last event that the next start finds. */
interface NotedRestore {
  readonly id: string;
  readonly seq: EventSeq | null;
}

/** From a restore to the next one. */
interface Part {
  /** Of the restore that began it; empty: the venue began with it. */
  readonly id: string;
  /** The last of its events that the venue still has. */
  readonly end: EventSeq | null;
}

/**
 * The folder holds a venue as it was earlier.
 *
 * @param seq of its last event; null: not known before it is recovered
 * @param replaced the venue that it takes the place of, some of whose restores it may not know
 */
export async function noteRestore(
  files: FileSystem,
  folder: string,
  seq: EventSeq | null,
  replaced?: string,
): Promise<void> {
  const [first, ...later] = partsIn(files, folder, seq) as [Part, ...Part[]];
  const others = replaced === undefined ? [] : partsOf(files, replaced, [first, ...later]);
  const parts = [first, ...[...others, ...later].slice(1 - RESTORES_MAX)];
  await write(
    files,
    folder,
    parts.map(({ end }, index) => ({ id: parts[index + 1]?.id ?? randomUUID(), seq: end })),
  );
}

/** Those of a venue that was recovered and ends with an event. */
export async function openRestores(files: FileSystem, folder: string, last: EventSeq): Promise<readonly Restore[]> {
  const noted = notedIn(files, folder);
  const restores = noted.map(({ id, seq }) => ({ id, seq: Math.min(seq ?? last, last) as EventSeq }));
  if (noted.some(({ seq }) => seq === null)) await write(files, folder, restores);
  return restores;
}

/** The last one has this end. */
function partsIn(files: FileSystem, folder: string, seq: EventSeq | null): readonly Part[] {
  const noted = notedIn(files, folder).filter((one) => one.seq !== null && one.seq <= (seq ?? one.seq));
  return ['', ...noted.map(({ id }) => id)].map((id, index) => ({ id, end: noted[index]?.seq ?? seq }));
}

/**
 * The parts of a replaced venue that the kept ones lack: the kept venue has at most the events that both have. None
 * where the replaced one is another venue, or where a start cannot read its list.
 */
function partsOf(files: FileSystem, replaced: string, kept: readonly Part[]): readonly Part[] {
  let parts: readonly Part[];
  try {
    parts = partsIn(files, replaced, null);
  } catch (error) {
    if (error instanceof JournalDamaged) return [];
    throw error;
  }
  const common = parts.find(({ id }) => id === kept.at(-1)?.id);
  if (common === undefined) return [];
  const known = new Set(kept.map(({ id }) => id));
  return parts.filter(({ id }) => !known.has(id)).map(({ id, end }) => ({ id, end: earlier(end, common.end) }));
}

function earlier(one: EventSeq | null, other: EventSeq | null): EventSeq | null {
  return one === null || (other !== null && other < one) ? other : one;
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
