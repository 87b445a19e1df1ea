import type { Kysely } from 'kysely';
import { type Dialect, idType } from '../dialect.ts';
import type { Migration } from '../migration.ts';

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
] as const;

/** Trades; what an offering remembers to be reopened; where its investors send wires and checks. */
export const tradesMigration: Migration = {
  name: '0008-trades',
  up: async (db, dialect) => {
    await createTrades(db, dialect);
    await db.schema.alterTable('offerings').addColumn('status_before_end', 'text').execute();
    await db.schema.alterTable('offerings').addColumn('custodian_details_sealed', 'text').execute();
    await (db as Kysely<IdSequences>).insertInto('id_sequences').values({ kind: 'trade', next_id: 100_001 }).execute();
  },
};

/** The table as it was when this migration was written. */
interface IdSequences {
  id_sequences: { kind: string; next_id: number };
}

async function createTrades(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let table = db.schema
    .createTable('trades')
    .addColumn('trade_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('offering_id', 'bigint', (column) => column.notNull().references('offerings.offering_id'));
  for (const name of TEXTS) table = table.addColumn(name, 'text', (column) => column.notNull());
  for (const name of OPTIONAL_TEXTS) table = table.addColumn(name, 'text');
  await table
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('trades_by_offering').on('trades').columns(['offering_id', 'trade_id']).execute();
  await db.schema
    .createIndex('trades_by_account')
    .on('trades')
    .columns(['client_id', 'account_id', 'trade_id'])
    .execute();
}
