/** The folder that files of the bank are put into: each is read, and moved to its folder `read` or `refused` (A17). */
import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { NachaFault } from '../../../../providers/bank/index.ts';
import type { BatchDeps } from '../batch/index.ts';
import { type NoticeOutcomes, readNoticeFile } from './bank-notices.ts';

/** A file that was written to within this time may still be under way. */
const QUIET_MS = 60_000;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const NAME_BYTES_MAX = 255;
/** Names that transports give to what is not whole yet, and hidden ones. */
export const UNFINISHED = /^\.|\.(tmp|part|filepart|unfinished)$/i;

export interface IncomingWatch {
  readonly read: (fileName: string, outcomes: NoticeOutcomes | undefined) => void;
  readonly refused: (fileName: string, reason: string) => void;
  /** The file stays, and is tried again. */
  readonly failed: (fileName: string, error: unknown) => void;
}

/** A file whose name is bytes, which need not be text of any encoding. */
interface Incoming {
  readonly folder: string;
  readonly name: Buffer;
  /** As it is logged and kept. */
  readonly shown: string;
}

/**
 * Reads what is there, oldest name first. No file stops another. Resolves with how many are not read: because they are
 * still being written, could not be read, or were refused and are still in their folder. What they say of debits nobody
 * knows (A16). evenIfNew: also those that were written this minute.
 */
export function readIncomingFiles(
  deps: BatchDeps,
  watch: IncomingWatch,
  { evenIfNew = false }: { readonly evenIfNew?: boolean } = {},
): Promise<number> {
  const read = () => readAll({ ...deps, evenIfNew }, watch);
  const mine = lastReading.then(read, read);
  lastReading = mine;
  return mine;
}

/** Readings follow each other: of two at once, one could put a file aside that the other has not read. */
let lastReading: Promise<unknown> = Promise.resolve();

type ReadingDeps = BatchDeps & { readonly evenIfNew: boolean };

async function readAll(deps: ReadingDeps, watch: IncomingWatch): Promise<number> {
  const folder = deps.incoming;
  let unread = 0;
  for (const name of (await namesIn(folder)).sort(Buffer.compare)) {
    const file = { folder, name, shown: shownName(name) };
    if (UNFINISHED.test(file.shown)) continue;
    try {
      if (!(await readFileOf(deps, file, watch))) unread++;
    } catch (error) {
      unread++;
      watch.failed(file.shown, error);
    }
  }
  return unread + (await refusedIn(folder));
}

/** Files that the operator has not removed yet; folders of theirs do not count. */
async function refusedIn(folder: string): Promise<number> {
  const there = (await readdir(`${folder}/refused`, { withFileTypes: true }).catch(orNothing)) ?? [];
  return there.filter((entry) => !entry.isDirectory()).length;
}

/** Whether it is done with. */
async function readFileOf(deps: ReadingDeps, file: Incoming, watch: IncomingWatch): Promise<boolean> {
  const about = await lstat(pathOf(file));
  if (about.isDirectory()) return true;
  try {
    const { size, mtimeMs, ctimeMs } = await contentOf(file, about);
    // A transport may give any time to a file, also one in the future.
    const changedMs = Math.min(mtimeMs, ctimeMs);
    const { nowUs, systemUs = nowUs } = deps;
    if (!deps.evenIfNew && changedMs > systemUs() / 1000 - QUIET_MS) return false;
    if (size > FILE_BYTES_MAX) throw new NachaFault(`the file has more than ${FILE_BYTES_MAX} bytes`);
    const outcomes = await readNoticeFile(deps, file.shown, await readFile(pathOf(file)));
    // Were this lost, the file would be known by its content when it is read again.
    await putAside(file, 'read');
    watch.read(file.shown, outcomes);
  } catch (error) {
    if (!(error instanceof NachaFault)) throw error;
    await putAside(file, 'refused');
    watch.refused(file.shown, error.message);
  }
  return true;
}

/** Of the file itself, or of the one that a link leads to. */
async function contentOf(file: Incoming, about: Stats): Promise<Stats> {
  const content = about.isSymbolicLink() ? await stat(pathOf(file)).catch(orNoTarget) : about;
  if (!content?.isFile()) throw new NachaFault('there is no file of this name');
  return content;
}

async function namesIn(folder: string): Promise<Buffer[]> {
  return (await readdir(folder, { encoding: 'buffer' }).catch(orNothing)) ?? [];
}

/** Under its own name, or that with a number where there is one already: nothing is written over. */
async function putAside(file: Incoming, place: 'read' | 'refused'): Promise<void> {
  const folder = `${file.folder}/${place}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let free = file.name;
  for (let number = 1; (await lstat(pathOf({ folder, name: free })).catch(orNothing)) !== undefined; number++) {
    const suffix = Buffer.from(`.${number}`);
    free = Buffer.concat([file.name.subarray(0, NAME_BYTES_MAX - suffix.length), suffix]);
  }
  await rename(pathOf(file), pathOf({ folder, name: free }));
}

function pathOf({ folder, name }: Pick<Incoming, 'folder' | 'name'>): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), name]);
}

export function shownName(name: Buffer): string {
  const text = name.toString('utf8');
  return Buffer.from(text).equals(name) ? text : name.toString('latin1');
}

export function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** As orNothing, for a link: it may also lead to itself, or through a file. */
function orNoTarget(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ELOOP', 'ENOTDIR'].includes(error.code ?? '')) throw error;
}
