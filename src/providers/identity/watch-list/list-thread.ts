import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type ListedEntry, UnreadableList } from './entries.ts';
import { listPaths, type ReadEnds, readLists } from './list-folder.ts';

/** What the thread sends: some entries, and at last the reports or why the lists cannot be read. */
export type ListMessage = { readonly entries: readonly ListedEntry[] } | ReadEnds | { readonly unreadable: string };

export interface ReadFolders extends ReadEnds {
  readonly entries: readonly ListedEntry[];
}

/** What is read in this thread: less than what a thread costs. */
const BYTES_HERE_MAX = 256 * 1024;

/**
 * Reads the lists of folders, in a separate thread where they are long: real ones have tens of megabytes. Rejects
 * with UnreadableList where one of the files cannot be read.
 */
export async function readFolders(folders: readonly string[]): Promise<ReadFolders> {
  return (await bytesOf(folders)) <= BYTES_HERE_MAX ? readHere(folders) : readAside(folders);
}

async function bytesOf(folders: readonly string[]): Promise<number> {
  const paths = (await Promise.all(folders.map(listPaths))).flat();
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function readHere(folders: readonly string[]): Promise<ReadFolders> {
  const all: ListedEntry[] = [];
  const ends = await readLists(folders, (entries) => all.push(...entries));
  return { entries: all, ...ends };
}

function readAside(folders: readonly string[]): Promise<ReadFolders> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadFolders>();
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), { workerData: folders, execArgv: [] });
  const all: ListedEntry[] = [];
  worker.on('message', (message: ListMessage) => {
    if ('entries' in message) all.push(...message.entries);
    else if ('reports' in message) resolve({ entries: all, ...message });
    else reject(new UnreadableList(message.unreadable));
  });
  worker.on('error', reject);
  // After the last message this changes nothing.
  worker.on('exit', () => reject(new Error('the thread that reads watch lists has ended')));
  return promise;
}
