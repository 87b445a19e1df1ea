/** The folder that files of the bank are put into: each is read, and moved to `read` or `refused` beside it (A17). */
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NachaFault } from '../../providers/bank/index.ts';
import { type NoticeOutcomes, readNoticeFile } from './bank-notices.ts';
import type { BatchServices } from './batch-services.ts';

/** A file that was written to within this time may still be under way. */
const QUIET_MS = 60_000;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** Names that transports give to what is not whole yet, and hidden ones. */
const UNFINISHED = /^\.|\.(tmp|part|filepart|unfinished)$/i;

export interface IncomingWatch {
  readonly read: (fileName: string, outcomes: NoticeOutcomes | undefined) => void;
  readonly refused: (fileName: string, reason: string) => void;
}

/** Reads what is there, oldest name first. A file that is refused stops no other. */
export async function readIncomingFiles(services: BatchServices, watch: IncomingWatch): Promise<void> {
  const { incoming, nowUs } = services;
  const names = await readdir(incoming).catch(() => [] as string[]);
  for (const name of names.filter((one) => !UNFINISHED.test(one)).sort()) {
    const file = join(incoming, name);
    const { mtimeMs, size, isFile } = await about(file);
    if (!isFile || mtimeMs > nowUs() / 1000 - QUIET_MS) continue;
    try {
      if (size > FILE_BYTES_MAX) throw new NachaFault(`the file has more than ${FILE_BYTES_MAX} bytes`);
      const outcomes = await readNoticeFile(services, name, await readFile(file));
      // Were this lost, the file would be known by its content when it is read again.
      await putAside(incoming, 'read', name);
      watch.read(name, outcomes);
    } catch (error) {
      if (!(error instanceof NachaFault)) throw error;
      await putAside(incoming, 'refused', name);
      watch.refused(name, error.message);
    }
  }
}

async function about(file: string) {
  const found = await stat(file);
  return { mtimeMs: found.mtimeMs, size: found.size, isFile: found.isFile() };
}

async function putAside(folder: string, place: 'read' | 'refused', name: string): Promise<void> {
  await mkdir(join(folder, place), { recursive: true, mode: 0o700 });
  await rename(join(folder, name), join(folder, place, name));
}
