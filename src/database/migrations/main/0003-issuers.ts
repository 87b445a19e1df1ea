import type { Kysely } from 'kysely';
import { countRecords } from '../../counted-records.ts';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

const ACCOUNT_OPTIONAL_TEXTS = [
  'account_type',
  'entity_type',
  'company_tax_id_sealed',
  'social_security_number_sealed',
  'dob_sealed',
  'account_middle_initial',
  'resident_us',
  'citizen_us',
  'address1',
  'address2',
  'city',
  'zip',
  'country',
  'additional_info',
  'created_ip_address',
  'updated_ip_address',
] as const;

/** Issuers, their account records, and the bank accounts that custodians hold for them. */
export const issuersMigration: Migration = {
  name: '0003-issuers',
  up: async (db, dialect) => {
    await createIssuers(db, dialect);
    await createIssuerAccounts(db, dialect);
    await createCustodianAccounts(db);
    await firstIds(db, { issuer: 1001 });
  },
};

async function createIssuers(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('issuers')
    .addColumn('issuer_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('issuer_name', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone_number', 'text')
    .addColumn('issuer_status', 'text', (column) => column.notNull())
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await countRecords(db, dialect, { table: 'issuers', id: 'issuer_id', hides: 'deleted' });
}

async function createIssuerAccounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  let accounts = db.schema
    .createTable('issuer_accounts')
    .addColumn('issuer_id', idType(dialect), (column) => column.primaryKey().references('issuers.issuer_id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('company_name', 'text', (column) => column.notNull())
    .addColumn('company_state', 'text', (column) => column.notNull())
    .addColumn('issuing_country', 'text', (column) => column.notNull())
    .addColumn('account_status', 'text', (column) => column.notNull());
  for (const name of ACCOUNT_OPTIONAL_TEXTS) accounts = accounts.addColumn(name, 'text');
  await accounts
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
}

async function createCustodianAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issuer_custodian_accounts')
    .addColumn('issuer_id', 'bigint', (column) => column.notNull().references('issuers.issuer_id'))
    .addColumn('provider_id', 'bigint', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('custodian_name', 'text', (column) => column.notNull())
    .addColumn('custodian_account_number', 'text', (column) => column.notNull())
    .addColumn('routing_number_sealed', 'text', (column) => column.notNull())
    .addColumn('account_number_sealed', 'text', (column) => column.notNull())
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('funds', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('issuer_custodian_accounts_key', ['issuer_id', 'provider_id'])
    .execute();
}
