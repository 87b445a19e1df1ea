import { type Kysely, sql } from 'kysely';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Bank accounts outside the platform, and debits of them. */
export const achMigration: Migration = {
  name: '0016-ach',
  up: async (db, dialect) => {
    await createExternalAccounts(db, dialect);
    await createFundMoves(db, dialect);
    await createClientSettings(db);
    await createBatches(db);
    await createNotices(db);
    await firstIds(db, { external_account: 1001, ach_fund_move: 1_000_001 });
  },
};

const BANK_DETAILS = ['full_name', 'routing_number_sealed', 'account_number_sealed', 'account_type'] as const;

async function createExternalAccounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let table = db.schema
    .createTable('external_accounts')
    .addColumn('external_account_id', idType(dialect), (column) => column.primaryKey());
  for (const name of ['client_id', 'types', 'owner_id', 'nickname', ...BANK_DETAILS]) {
    table = table.addColumn(name, 'text', (column) => column.notNull());
  }
  await table
    .addColumn('bank_name', 'text')
    .addColumn('linked_at', 'bigint')
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await sql`create unique index external_accounts_by_owner on external_accounts (owner_id)
    where deleted_at is null`.execute(db);
}

async function createFundMoves(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let table = db.schema
    .createTable('ach_fund_moves')
    .addColumn('ref_num', idType(dialect), (column) => column.primaryKey())
    .addColumn('trade_id', 'bigint', (column) => column.notNull().references('trades.trade_id'))
    .addColumn('offering_id', 'bigint', (column) => column.notNull());
  const texts = ['client_id', 'account_id', 'amount', 'description', 'fund_status', 'transaction_status'];
  for (const name of [...texts, ...BANK_DETAILS]) table = table.addColumn(name, 'text', (column) => column.notNull());
  for (const name of ['bank_name', 'errors', 'batch_day', 'trace_number', 'created_ip_address']) {
    table = table.addColumn(name, 'text');
  }
  await table
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await sql`create unique index ach_fund_moves_live on ach_fund_moves (trade_id)
    where fund_status in ('Pending', 'Submitted', 'Settled')`.execute(db);
  await sql`create index ach_fund_moves_under_way on ach_fund_moves (fund_status, ref_num)
    where fund_status in ('Pending', 'Submitted')`.execute(db);
  await db.schema
    .createIndex('ach_fund_moves_by_account')
    .on('ach_fund_moves')
    .columns(['account_id', 'ref_num'])
    .execute();
  await db.schema
    .createIndex('ach_fund_moves_by_trade')
    .on('ach_fund_moves')
    .columns(['trade_id', 'ref_num'])
    .execute();
  await db.schema.createIndex('ach_fund_moves_by_trace').on('ach_fund_moves').columns(['trace_number']).execute();
}

async function createClientSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ach_clients')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('enabled', 'bigint', (column) => column.notNull())
    .addColumn('single_amount_max', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ach_blocks')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ach_batches')
    .addColumn('batch_day', 'text', (column) => column.primaryKey())
    .addColumn('entries', 'bigint', (column) => column.notNull())
    .addColumn('total', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ach_files')
    .addColumn('file_name', 'text', (column) => column.primaryKey())
    .addColumn('batch_day', 'text', (column) => column.notNull().references('ach_batches.batch_day'))
    .addColumn('modifier', 'text', (column) => column.notNull())
    .addColumn('entries', 'bigint', (column) => column.notNull())
    .addColumn('content_sealed', 'text', (column) => column.notNull())
    .addColumn('written_at', 'bigint')
    .addUniqueConstraint('ach_files_of_day', ['batch_day', 'modifier'])
    .execute();
}

async function createNotices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ach_notice_files')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ach_notices')
    .addColumn('sha256', 'text', (column) => column.notNull().references('ach_notice_files.sha256'))
    .addColumn('line', 'bigint', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('trace_number', 'text', (column) => column.notNull())
    .addColumn('ref_num', 'bigint')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ach_notices_key', ['sha256', 'line'])
    .execute();
}
