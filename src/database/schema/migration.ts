import type { Kysely } from 'kysely';

/** The two supported databases, with one schema and the same queries. */
export type Dialect = 'sqlite' | 'postgres';

/** One step of a schema. Column types: migrations/sql-file.ts. */
export interface Migration {
  /**
   * Unique and never changed once released; its number gives the order: 0001-tables. From the first release on it says
   * whether the release before goes on with it (J21): 0060-expand-holder-cap, 0061-contract-holder-cap.
   */
  readonly name: string;
  readonly up: (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;
}

/** Whether an older release, which does not know the step, can use its schema (J21). */
export function isExpansion(name: string): boolean {
  return /^\d{4}-expand-/.test(name);
}
