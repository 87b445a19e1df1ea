import type { Kysely } from 'kysely';
import { countRecords } from '../../counted-records.ts';
import type { Dialect } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Accounts and their suitability. */
export const accountsMigration: Migration = {
  name: '0005-accounts',
  up: async (db, dialect) => {
    await createAccounts(db, dialect);
    await db.schema
      .createTable('account_suitabilities')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.account_id'))
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('answers', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .execute();
    await firstIds(db, { account: 10_000_001 });
  },
};

async function createAccounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let table = db.schema
    .createTable('accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull());
  for (const name of TEXTS) table = table.addColumn(name, 'text', (column) => column.notNull());
  for (const name of OPTIONAL_TEXTS) table = table.addColumn(name, 'text');
  await table
    .addColumn('suitability_score', 'bigint')
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await countRecords(db, dialect, { table: 'accounts', id: 'account_id', hides: 'deletedOrArchived' });
  await db.schema.createIndex('accounts_by_email').on('accounts').columns(['client_id', 'email']).execute();
}

/** Empty when they were not sent. */
const TEXTS = [
  'account_name',
  'type',
  'resident_type',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'email',
  'kyc_status',
  'aml_status',
  'accredited_status',
  'approval_status',
  'syndicate',
  'tags',
  'notes',
  'field1',
  'field2',
  'field3',
] as const;

/** Null when they were not sent. */
const OPTIONAL_TEXTS = [
  'entity_type',
  'phone',
  'tax_id_sealed',
  'social_security_number_sealed',
  'kyc_date',
  'aml_date',
  'suitability_date',
  'suitability_approver',
  'accredited_investor',
  'accredited_investor_date',
  'limit_506c',
  'account_total_limit',
  'single_investment_limit',
  'associated_ac',
  'approval_principal',
  'approval_last_review',
  'created_ip_address',
  'updated_ip_address',
] as const;
