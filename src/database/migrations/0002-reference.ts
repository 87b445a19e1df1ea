import type { Kysely } from 'kysely';
import { type Dialect, idType } from '../dialect.ts';
import type { Migration } from '../migration.ts';

/** Issuers, offerings and accounts, and the ids that they are given. */
export const referenceMigration: Migration = {
  name: '0002-reference',
  up: async (db, dialect) => {
    await createIdSequences(db as Kysely<IdSequences>);
    await createIssuers(db, dialect);
    await createOfferings(db, dialect);
    await createAccounts(db);
  },
};

/** The table as this migration made it, whatever becomes of it later. */
interface IdSequences {
  id_sequences: { kind: string; next_id: number };
}

async function createIdSequences(db: Kysely<IdSequences>): Promise<void> {
  await db.schema
    .createTable('id_sequences')
    .addColumn('kind', 'text', (column) => column.primaryKey())
    .addColumn('next_id', 'bigint', (column) => column.notNull())
    .execute();
  await db
    .insertInto('id_sequences')
    .values([
      { kind: 'issuer', next_id: 1001 },
      { kind: 'offering', next_id: 5001 },
      { kind: 'account', next_id: 10_000_001 },
    ])
    .execute();
}

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
  await db.schema.createIndex('issuers_by_client').on('issuers').columns(['client_id', 'issuer_id']).execute();
}

async function createOfferings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('offerings')
    .addColumn('offering_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('issuer_id', 'bigint', (column) => column.notNull().references('issuers.issuer_id'))
    .addColumn('issue_name', 'text', (column) => column.notNull())
    .addColumn('issue_type', 'text')
    .addColumn('target_amount', 'text', (column) => column.notNull())
    .addColumn('min_amount', 'text', (column) => column.notNull())
    .addColumn('max_amount', 'text', (column) => column.notNull())
    .addColumn('unit_price', 'text', (column) => column.notNull())
    .addColumn('total_shares', 'text', (column) => column.notNull())
    .addColumn('sold_shares', 'text', (column) => column.notNull())
    .addColumn('start_date', 'text', (column) => column.notNull())
    .addColumn('end_date', 'text', (column) => column.notNull())
    .addColumn('offering_status', 'text', (column) => column.notNull())
    .addColumn('offering_text', 'text', (column) => column.notNull())
    .addColumn('stamping_text', 'text', (column) => column.notNull())
    .addColumn('escrow_account_number', 'text')
    .addColumn('provider_id', 'bigint')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('field1', 'text')
    .addColumn('field2', 'text')
    .addColumn('field3', 'text')
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('offerings_by_client').on('offerings').columns(['client_id', 'offering_id']).execute();
  await db.schema.createIndex('offerings_by_issuer').on('offerings').columns(['issuer_id', 'offering_id']).execute();
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull());
  for (const name of ACCOUNT_TEXTS) table = table.addColumn(name, 'text', (column) => column.notNull());
  for (const name of ACCOUNT_OPTIONAL_TEXTS) table = table.addColumn(name, 'text');
  await table
    .addColumn('suitability_score', 'bigint')
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('accounts_by_client').on('accounts').columns(['client_id', 'account_id']).execute();
}

/** Empty when they were not sent. */
const ACCOUNT_TEXTS = [
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
const ACCOUNT_OPTIONAL_TEXTS = [
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
