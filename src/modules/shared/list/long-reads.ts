import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import { ApiError } from '../../../http/methods/index.ts';

const TOO_LONG =
  'The list takes too long to read: filter it by an id, or use the default order and only the first pages';

/**
 * Reads that may take long (a scan of all records of a client), on their own connection, so that nothing else
 * waits for them. The HTTP server limits how many a client runs at once (../../../http/read-places.ts).
 */
export class LongReads {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Throws 1422 when the database ended the read because it took too long. */
  async run<R>(read: (db: Kysely<Schema>) => Promise<R>): Promise<R> {
    try {
      return await read(this.#db);
    } catch (error) {
      throw isOutOfTime(error) ? new ApiError(1422, undefined, { statusDesc: TOO_LONG }) : error;
    }
  }
}

/** PostgreSQL's query_canceled: the statement reached its time limit (see Database.reader). */
function isOutOfTime(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === '57014';
}
