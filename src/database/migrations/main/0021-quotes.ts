import { idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Quotes on RFQ orders. The orders themselves are the venue's. */
export const quotesMigration: Migration = {
  name: '0021-quotes',
  up: async (db, dialect) => {
    await db.schema
      .createTable('quotes')
      .addColumn('quote_id', idType(dialect), (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('order_id', 'bigint', (column) => column.notNull())
      .addColumn('order_client_id', 'text', (column) => column.notNull())
      .addColumn('security_id', 'bigint', (column) => column.notNull())
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text')
      .addColumn('price', 'bigint', (column) => column.notNull())
      .addColumn('quantity', 'bigint', (column) => column.notNull())
      .addColumn('token', 'text')
      .addColumn('ip', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('filled', 'bigint')
      .addColumn('match_id', 'bigint')
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema.createIndex('quotes_by_order').on('quotes').columns(['order_id', 'quote_id']).execute();
    await db.schema.createIndex('quotes_by_status').on('quotes').columns(['status', 'order_id']).execute();
    await firstIds(db, { quote: 100_001 });
  },
};
