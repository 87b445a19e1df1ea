/** Files on their way from the database to the folder that the bank fetches them from (A15). */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkEntryFile } from '../../../../providers/bank/index.ts';
import type { BatchDeps } from './batch-deps.ts';

/**
 * Writes the files that do not stand in the folder yet. One that a crash interrupted is written again, the same bytes.
 * Each gets its name in the transaction that says so: a process that was stopped before finds that another one has
 * written the file, which the bank may have fetched and removed by now.
 */
export async function writeBatchFiles(deps: BatchDeps): Promise<void> {
  const { db, secrets, outgoing, nowUs } = deps;
  const waiting = await db
    .selectFrom('ach_files')
    .selectAll()
    .where('written_at', 'is', null)
    .orderBy('file_name')
    .execute();
  if (waiting.length > 0) await mkdir(outgoing, { recursive: true, mode: 0o700 });
  for (const { file_name, content_sealed, entries } of waiting) {
    // A separate name: a process that was stopped while it wrote the file may go on with it.
    const unfinished = join(outgoing, `.${file_name}.${randomUUID()}${UNFINISHED}`);
    const content = secrets.open(content_sealed, fileContext(file_name));
    checkEntryFile(content, { entries });
    await writeUnfinished(unfinished, content);
    await db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('ach_files')
        .set({ written_at: nowUs() })
        .where('file_name', '=', file_name)
        .where('written_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await finish(unfinished, outgoing, file_name);
    });
    await removeUnfinished(outgoing, file_name);
  }
}

/** Binds the sealed content to its file. */
export function fileContext(fileName: string): string {
  return `ach_files.content:${fileName}`;
}

const UNFINISHED = '.unfinished';

async function writeUnfinished(unfinished: string, content: string): Promise<void> {
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Under its name the file is whole and durable, or not there at all. */
async function finish(unfinished: string, folder: string, name: string): Promise<void> {
  await rename(unfinished, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Those of this process, and of others that ended or were stopped while they wrote the file. */
async function removeUnfinished(folder: string, name: string): Promise<void> {
  for (const found of await readdir(folder)) {
    if (found.startsWith(`.${name}.`) && found.endsWith(UNFINISHED)) await rm(join(folder, found), { force: true });
  }
}
