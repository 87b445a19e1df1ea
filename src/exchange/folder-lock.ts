import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process has the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Keeps a second process out of a folder for as long as this one lives. The lock is one of the operating system, held
 * through an open SQLite transaction, so that a killed process leaves nothing behind to clean up.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock.db');
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new FolderInUse(`${folder} is in use by another running process`);
  }
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}
