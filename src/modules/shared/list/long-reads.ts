import type { Database } from '../../../database/database.ts';
import type { Db } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';

const TOO_LONG =
  'The list takes too long to read: filter it by an id, or use the default order and only the first pages';

type Read<R> = (db: Db) => Promise<R>;

/**
 * Reads that may take long (a scan of all records of a client), and pages that an index leads to, each on their own
 * connection, so that nothing else waits for them. The HTTP server limits how many a client runs at once
 * (../../../http/read-places.ts).
 */
export class LongReads {
  readonly #database: Pick<Database, 'reader' | 'pages'>;

  constructor(database: Pick<Database, 'reader' | 'pages'>) {
    this.#database = database;
  }

  /** Throws 1422 when the database ended the read because it took too long. */
  async run<R>(read: Read<R>): Promise<R> {
    try {
      return await read(this.#database.reader);
    } catch (error) {
      throw isOutOfTime(error) ? new ApiError(1422, undefined, { statusDesc: TOO_LONG }) : error;
    }
  }

  page<R>(read: Read<R>): Promise<R> {
    return read(this.#database.pages);
  }
}

/** The connections for reads; ModuleDeps has both. */
export interface ReadDeps {
  readonly db: Db;
  /** For long reads and pages; absent: they run on db. */
  readonly longReads?: LongReads | undefined;
}

/** A read that may take long. */
export function longRead<R>({ db, longReads }: ReadDeps, read: Read<R>): Promise<R> {
  return longReads ? longReads.run(read) : read(db);
}

/** The most entries of an index that the thread of the calls reads itself. */
const SMALL_MAX = 100;

/** A read that an index leads to. @param entries the most that it reads of the index */
export function pageRead<R>({ db, longReads }: ReadDeps, entries: number, read: Read<R>): Promise<R> {
  return longReads === undefined || entries <= SMALL_MAX ? read(db) : longReads.page(read);
}

/** PostgreSQL's query_canceled: the statement reached its time limit (see Database.reader). */
function isOutOfTime(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === '57014';
}
