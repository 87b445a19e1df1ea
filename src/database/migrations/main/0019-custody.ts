import { type Kysely, sql } from 'kysely';
import { countRecords } from '../../counted-records.ts';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';

/** Custody accounts: requests, attestations, supplements, deposits and disbursements. */
export const custodyMigration: Migration = {
  name: '0019-custody',
  up: async (db, dialect) => {
    await createAttestations(db);
    await createAccountRequests(db);
    for (const [table, id] of [
      ['custody_account_supplements', 'account_id'],
      ['custody_party_supplements', 'party_id'],
    ] as const) {
      await createSupplements(db, table, id);
    }
    await createDisbursements(db, dialect);
    await createFundMoves(db, dialect);
    await db.schema
      .createTable('custody_deposit_limits')
      .addColumn('client_id', 'text', (column) => column.primaryKey())
      .addColumn('amount', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

async function createAttestations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('custody_attestations')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.account_id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('document_url', 'text', (column) => column.notNull())
    .addColumn('created_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
}

async function createAccountRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('custody_account_requests')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('request_status', 'text', (column) => column.notNull())
    .addColumn('account_status', 'text', (column) => column.notNull())
    .addColumn('restricted', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('notes', 'text')
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('custody_account_requests_by_account')
    .on('custody_account_requests')
    .columns(['account_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('custody_account_requests_by_status')
    .on('custody_account_requests')
    .columns(['request_status', 'created_at', 'request_id'])
    .execute();
  // An account has one that is neither rejected nor of a closed custody account.
  await sql`create unique index custody_account_requests_current on custody_account_requests (account_id)
    where request_status <> 'Rejected' and account_status <> 'Closed'`.execute(db);
}

async function createSupplements(db: Kysely<unknown>, table: string, id: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn(id, 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('details_sealed', 'text', (column) => column.notNull())
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
}

async function createDisbursements(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const table = 'custody_fund_disbursements';
  await db.schema
    .createTable(table)
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bank_id', 'text')
    .addColumn('bank_account_id_sealed', 'text')
    .addColumn('details_sealed', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await countRecords(db, dialect, { table, id: 'request_id', hides: 'deleted' });
  await db.schema.createIndex(`${table}_by_account`).on(table).columns(['client_id', 'account_id']).execute();
  await db.schema.createIndex(`${table}_by_status`).on(table).columns(['client_id', 'status']).execute();
}

async function createFundMoves(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const table = 'custody_fund_moves';
  await db.schema
    .createTable(table)
    .addColumn('reference_number', idType(dialect), (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('trade_id', 'bigint', (column) => column.references('trades.trade_id'))
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('bank_name', 'text')
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('account_number_sealed', 'text', (column) => column.notNull())
    .addColumn('routing_number_sealed', 'text', (column) => column.notNull())
    .addColumn('account_type', 'text', (column) => column.notNull())
    .addColumn('approval_status', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('errors', 'text', (column) => column.notNull())
    .addColumn('batch_day', 'text')
    .addColumn('trace_number', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await countRecords(db, dialect, { table, id: 'reference_number', hides: 'deleted' });
  await db.schema.createIndex(`${table}_by_account`).on(table).columns(['client_id', 'account_id']).execute();
  await db.schema.createIndex(`${table}_by_status`).on(table).columns(['status', 'reference_number']).execute();
  await db.schema.createIndex(`${table}_by_trace`).on(table).column('trace_number').execute();
  // A trade has one move that is under way or has arrived.
  await sql`create unique index custody_fund_moves_live on custody_fund_moves (trade_id)
    where status in ('Pending', 'Submitted', 'Settled')`.execute(db);
}
