import { sql } from 'kysely';
import { countRecords } from '../../counted-records.ts';
import { idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Links of accounts. */
export const linksMigration: Migration = {
  name: '0007-links',
  up: async (db, dialect) => {
    await db.schema
      .createTable('links')
      .addColumn('link_id', idType(dialect), (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('first_entry_type', 'text', (column) => column.notNull())
      .addColumn('first_entry', 'text', (column) => column.notNull())
      .addColumn('related_entry_type', 'text', (column) => column.notNull())
      .addColumn('related_entry', 'text', (column) => column.notNull())
      .addColumn('link_type', 'text', (column) => column.notNull())
      .addColumn('primary_value', 'bigint', (column) => column.notNull())
      .addColumn('notes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await countRecords(db, dialect, { table: 'links', id: 'link_id', hides: 'deleted' });
    await db.schema.createIndex('links_by_first_entry').on('links').columns(['client_id', 'first_entry']).execute();
    await db.schema.createIndex('links_by_related_entry').on('links').columns(['client_id', 'related_entry']).execute();
    // Rules that hold between links are held by the database, whoever creates links at the same time.
    await sql`create unique index links_once on links (first_entry, related_entry, link_type)
      where deleted_at is null`.execute(db);
    await sql`create unique index links_one_primary on links (first_entry)
      where primary_value = 1 and deleted_at is null`.execute(db);
    await firstIds(db, { link: 100_001 });
  },
};
