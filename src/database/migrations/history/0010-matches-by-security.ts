import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** Matches of a security in their order, for its time and sales. */
export const matchesBySecurityMigration: Migration = {
  name: '0010-matches-by-security',
  up: async (db) => {
    await sql`create index matches_security on matches (security_id, match_id)`.execute(db);
  },
};
