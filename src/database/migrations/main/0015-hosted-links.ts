import type { Migration } from '../../migration.ts';

/** Links to hosted pages. */
export const hostedLinksMigration: Migration = {
  name: '0015-hosted-links',
  up: async (db) => {
    await db.schema
      .createTable('hosted_links')
      .addColumn('link_hash', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('hosted_links_by_subject')
      .on('hosted_links')
      .columns(['client_id', 'purpose', 'subject', 'created_at'])
      .execute();
    await db.schema.createIndex('hosted_links_by_end').on('hosted_links').columns(['expires_at']).execute();
  },
};
