import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';

/**
 * One step of a schema. Column types that mean the same on both databases: text; bigint for whole numbers, 0/1 flags
 * and times (microseconds since 1970, named *_at); idType(dialect) for a numeric primary key. No booleans, no date
 * types.
 */
export interface Migration {
  /**
   * Unique and never changed once released; its number gives the order: 0002-clients. From the first release on it says
   * whether the release before goes on with it (J21): 0060-expand-holder-cap, 0061-contract-holder-cap.
   */
  readonly name: string;
  readonly up: (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;
}

/** Whether an older release, which does not know the step, can use its schema (J21). */
export function isExpansion(name: string): boolean {
  return /^\d{4}-expand-/.test(name);
}
