import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

/** A key with account.write could call every method that changes something: each now asks for a scope (C90). */
export const changeScopesMigration: Migration = {
  name: '0057-change-scopes',
  up: async (db) => {
    const [old, all] = ['"account.write"', '"account.write","ats_order.write","record.write"'];
    await sql`update api_keys set scopes = replace(scopes, ${old}, ${all}) where scopes like ${`%${old}%`}`.execute(db);
  },
};
