/**
 * The write-ahead log of an SQLite file. SQLite copies it into the database and then begins it again from its start,
 * but only while no reader needs an earlier state, and it never makes the file shorter: a long read, of a backup or of
 * an operator's shell, leaves a log of gigabytes on the disk of the journal.
 */
import { stat } from 'node:fs/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../schema/index.ts';
import { LOG_BYTES_MAX } from './node-sqlite-driver.ts';
import { SqliteThread } from './sqlite-thread.ts';

/** Cutting the log off needs a moment without readers and writers. Callers wait so long for it at most. */
const QUIET_MS_MAX = 20;

/** Pages (4 KiB) that may be left to copy while the write lock is held: they take milliseconds. */
const PAGES_LEFT_MAX = 1000;

interface Progress {
  readonly busy: number;
  /** Pages in the log, and those of them that are in the database. */
  readonly log: number;
  readonly checkpointed: number;
}

export class WriteAheadLog {
  readonly #file: string;
  readonly #db: Db;
  readonly #background: Db;
  readonly #thread: SqliteThread;
  /** Ends what #leaveCheckpoints began. */
  #takeCheckpointsBack: (() => Promise<void>) | undefined;

  /** @param db the connection of the main thread @param background that of the thread that writes in turn with it */
  constructor(file: string, { db, background }: { readonly db: Db; readonly background: Db }) {
    this.#file = `${file}-wal`;
    this.#db = db;
    this.#background = background;
    this.#thread = new SqliteThread(file, { isReadOnly: false, busyTimeoutMs: QUIET_MS_MAX });
  }

  /** Of the log's file, on disk. */
  async bytes(): Promise<number> {
    return bytesOf(this.#file);
  }

  /**
   * Copies a log of more than `bytesMax` into the database and cuts it off; the result is false where a reader or a
   * writer does not let it: to be tried again.
   */
  async shorten(bytesMax = LOG_BYTES_MAX): Promise<boolean> {
    if ((await this.bytes()) <= bytesMax) {
      await this.#end();
      return true;
    }
    await this.#leaveCheckpoints();
    // Waits for nobody, and nobody waits for it.
    const { log, checkpointed } = await this.#checkpoint('passive');
    if (log - checkpointed > PAGES_LEFT_MAX) return false;
    // This takes the write lock. The main thread must not ask for the lock meanwhile: it would block.
    const { busy } = await this.#db.connection().execute(() => this.#checkpoint('truncate'));
    if (busy !== 0) return false;
    await this.#end();
    return true;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #checkpoint(mode: 'passive' | 'truncate'): Promise<Progress> {
    const { rows } = await this.#thread.execute<Progress>(CompiledQuery.raw(`pragma wal_checkpoint(${mode})`));
    return rows[0]!;
  }

  /**
   * Once the reader has ended, the next commit of the main thread would copy all of the log in one turn: while the log
   * is long, no commit copies any of it.
   */
  async #leaveCheckpoints(): Promise<void> {
    if (this.#takeCheckpointsBack !== undefined) return;
    const connections = [this.#db, this.#background];
    const pages = await Promise.all(connections.map(checkpointPages));
    this.#takeCheckpointsBack = async () => {
      for (const [index, db] of connections.entries()) await setCheckpointPages(db, pages[index]!);
    };
    for (const db of connections) await setCheckpointPages(db, 0);
  }

  async #end(): Promise<void> {
    await this.#takeCheckpointsBack?.();
    this.#takeCheckpointsBack = undefined;
    await this.#thread.close();
  }
}

/** Pages of the log after which a commit of the connection copies them. */
async function checkpointPages(db: Db): Promise<number> {
  const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db);
  return rows[0]!.wal_autocheckpoint;
}

async function setCheckpointPages(db: Db, pages: number): Promise<void> {
  await sql.raw(`pragma wal_autocheckpoint = ${pages}`).execute(db);
}

/** Of a file; 0 without it. */
export async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
