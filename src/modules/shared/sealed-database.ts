import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema/index.ts';
import type { Secrets } from './services.ts';

/** A database, or a transaction on it, with the encryption of its sealed columns. */
export interface SealedDatabase {
  readonly db: Kysely<Schema>;
  readonly secrets: Secrets;
}
