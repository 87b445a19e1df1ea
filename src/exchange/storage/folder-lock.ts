import { closeSync, openSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process has the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(folder: string) {
    super(`${folder} is in use by another running process`);
  }
}

/** The lock cannot be taken for another reason than that somebody has it; the message names the file. */
export class CannotLock extends Error {
  override readonly name = 'CannotLock';
}

/** Of SQLite: somebody else has the lock. */
const SQLITE_BUSY = 5;

/**
 * Keeps a second process out of a folder for as long as this one lives. Both locks are of the operating system, so a
 * killed process leaves nothing to clean up: an open SQLite transaction on lock.db, which also holds between
 * containers, and on Linux a name for the folder itself, which holds also when lock.db is deleted meanwhile.
 * Throws FolderInUse or CannotLock; answers a function that gives the folder back.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const unlockFile = lockFile(folder);
  try {
    const name = process.platform === 'linux' ? await takeName(folder) : undefined;
    return () => {
      name?.close();
      unlockFile();
    };
  } catch (error) {
    unlockFile();
    throw error;
  }
}

function lockFile(folder: string): () => void {
  const path = join(folder, 'lock.db');
  let database: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) throw new FolderInUse(folder);
    throw new CannotLock(`${path} cannot be locked: ${error instanceof Error ? error.message : String(error)}`);
  }
  const locked = database;
  return () => {
    locked.exec('ROLLBACK');
    locked.close();
  };
}

/**
 * A socket whose name begins with a zero byte is in no folder, and is gone when its process ends (unix(7), abstract).
 */
function takeName(folder: string): Promise<Server> {
  const { dev, ino } = statSync(folder);
  const server = createServer((connection) => connection.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new FolderInUse(folder)
          : new CannotLock(`${folder} cannot be locked: ${error.message}`),
      );
    });
    server.listen({ path: `\0openats-${dev}-${ino}` }, () => resolve(server));
  });
}
