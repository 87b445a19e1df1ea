import type { Kysely } from 'kysely';
import { countRecords } from '../../counted-records.ts';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

const TEXTS = [
  'client_id',
  'account_id',
  'party_id',
  'transaction_type',
  'unit_price',
  'total_shares',
  'fees',
  'total_amount',
  'order_status',
  'esign_status',
  'field1',
  'field2',
  'field3',
  'rr_approval_status',
  'principal_approval_status',
] as const;

const OPTIONAL_TEXTS = [
  'errors',
  'document_key',
  'rr_name',
  'rr_approval_date',
  'principal_name',
  'principal_date',
  'close_id',
  'created_ip_address',
  'updated_ip_address',
] as const;

/** Trades. */
export const tradesMigration: Migration = {
  name: '0009-trades',
  up: async (db, dialect) => {
    await createTrades(db, dialect);
    await firstIds(db, { trade: 100_001 });
  },
};

async function createTrades(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let table = db.schema
    .createTable('trades')
    .addColumn('trade_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('offering_id', 'bigint', (column) => column.notNull().references('offerings.offering_id'));
  for (const name of TEXTS) table = table.addColumn(name, 'text', (column) => column.notNull());
  for (const name of OPTIONAL_TEXTS) table = table.addColumn(name, 'text');
  await table
    .addColumn('eligible_to_close', 'bigint', (column) => column.notNull())
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await countRecords(db, dialect, { table: 'trades', id: 'trade_id', hides: 'deletedOrArchived' });
  await db.schema.createIndex('trades_by_offering').on('trades').columns(['offering_id', 'trade_id']).execute();
  await db.schema
    .createIndex('trades_by_account')
    .on('trades')
    .columns(['client_id', 'account_id', 'trade_id'])
    .execute();
}
