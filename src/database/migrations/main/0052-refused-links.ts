import type { Migration } from '../../migration.ts';

/** How often what a link is for was refused: of a card, by its processor. */
export const refusedLinksMigration: Migration = {
  name: '0052-refused-links',
  up: async (db) => {
    await db.schema
      .alterTable('hosted_links')
      .addColumn('refusals', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
