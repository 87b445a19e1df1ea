/** Files of debits on their way from the database to the folder that the bank fetches them from (A15). */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchServices } from './batch-services.ts';

/**
 * Writes the files that do not stand in the folder yet. One that a crash interrupted is written again, the same bytes.
 */
export async function writeBatchFiles(services: BatchServices): Promise<void> {
  const { db, secrets, outgoing, nowUs } = services;
  const waiting = await db
    .selectFrom('ach_files')
    .selectAll()
    .where('written_at', 'is', null)
    .orderBy('file_name')
    .execute();
  if (waiting.length > 0) await mkdir(outgoing, { recursive: true, mode: 0o700 });
  for (const { file_name, content_sealed } of waiting) {
    await writeWhole(outgoing, file_name, secrets.open(content_sealed, fileContext(file_name)));
    await db.updateTable('ach_files').set({ written_at: nowUs() }).where('file_name', '=', file_name).execute();
  }
}

/** Binds the sealed content to its file. */
export function fileContext(fileName: string): string {
  return `ach_files.content:${fileName}`;
}

/** Under its name the file is whole and durable, or not there at all. */
async function writeWhole(folder: string, name: string, content: string): Promise<void> {
  const unfinished = join(folder, `.${name}.unfinished`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
