import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import { RefusalWithHeaders } from '../../../http/envelope.ts';
import { ApiError } from '../../../http/status-codes.ts';

/** Long reads of one client, running and waiting. */
const PER_CLIENT_MAX = 4;
/** Long reads in all. */
const IN_ALL_MAX = 32;

const TOO_LONG =
  'The list takes too long to make: filter it by an id, or leave the order as it is and keep to its first pages';

/**
 * Reads that may take long (a scan of all records of a client), on a connection of their own so that nothing else
 * waits for them, and not too many at once.
 */
export class LongReads {
  readonly #db: Kysely<Schema>;
  readonly #ofClient = new Map<string, number>();
  #all = 0;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Throws 429 where too many are under way, and 1422 where the database ended the read because it took too long. */
  async run<R>(clientId: string, read: (db: Kysely<Schema>) => Promise<R>): Promise<R> {
    const own = this.#ofClient.get(clientId) ?? 0;
    if (own >= PER_CLIENT_MAX || this.#all >= IN_ALL_MAX) {
      throw new RefusalWithHeaders(429, { 'retry-after': '1' }, { statusDesc: 'Too many long lists are being read' });
    }
    this.#all += 1;
    this.#ofClient.set(clientId, own + 1);
    try {
      return await read(this.#db);
    } catch (error) {
      throw isOutOfTime(error) ? new ApiError(1422, undefined, { statusDesc: TOO_LONG }) : error;
    } finally {
      this.#all -= 1;
      const left = this.#ofClient.get(clientId)! - 1;
      if (left === 0) this.#ofClient.delete(clientId);
      else this.#ofClient.set(clientId, left);
    }
  }
}

/** PostgreSQL's query_canceled: the statement reached its time limit (see Database.reader). */
function isOutOfTime(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === '57014';
}
