import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';

/**
 * One step of a schema. Column types that mean the same on both databases: text; bigint for whole numbers, 0/1 flags
 * and times (microseconds since 1970, named *_at); idType(dialect) for a numeric primary key. No booleans, no date
 * types.
 */
export interface Migration {
  /** Unique and never changed once released; its number gives the order: 0002-clients. */
  readonly name: string;
  readonly up: (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;
}
