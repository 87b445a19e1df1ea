import type { Migration } from '../../migration.ts';

/** How much of a payment by card went back at its processor so far. */
export const cardRefundsMigration: Migration = {
  name: '0054-card-refunds',
  up: async (db) => {
    await db.schema
      .alterTable('card_fund_moves')
      .addColumn('refunded_amount', 'text', (column) => column.notNull().defaultTo('0.000000'))
      .execute();
  },
};
