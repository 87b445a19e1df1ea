import type { Kysely } from 'kysely';
import { countRecords } from '../../counted-records.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

const PARTY_TEXTS = `domicile first_name last_name prim_country prim_address1 prim_address2 prim_city prim_state
  prim_zip email_address email_address2 occupation emp_name emp_country emp_address1 emp_address2 emp_city emp_state
  tags notes field1 field2 field3`;
const PARTY_OPTIONAL_TEXTS = `middle_initial social_security_number_sealed dob_sealed phone phone2 associated_person
  emp_status emp_zip invest_to current_ann_income avg_ann_income current_household_income avg_household_income
  household_networth`;
const ENTITY_TEXTS = `domicile entity_name entity_type entity_desc prim_country prim_address1 prim_address2 prim_city
  prim_state prim_zip email_address email_address2 tags notes`;
const ENTITY_OPTIONAL_TEXTS = 'ein_sealed phone phone2 total_assets owners_ai formation_date';

/** Parties, entities and the supplements of entities. */
export const partiesMigration: Migration = {
  name: '0006-parties',
  up: async (db, dialect) => {
    await createTable(db, 'parties', PARTY_TEXTS, PARTY_OPTIONAL_TEXTS);
    await createTable(db, 'entities', ENTITY_TEXTS, ENTITY_OPTIONAL_TEXTS);
    for (const table of ['parties', 'entities']) {
      await countRecords(db, dialect, { table, id: 'party_id', hides: 'deletedOrArchived' });
      await db.schema.createIndex(`${table}_by_email`).on(table).columns(['client_id', 'email_address']).execute();
    }
    await db.schema
      .createTable('entity_supplements')
      .addColumn('entity_id', 'text', (column) => column.primaryKey().references('entities.party_id'))
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('details_sealed', 'text', (column) => column.notNull())
      .addColumn('created_ip_address', 'text')
      .addColumn('updated_ip_address', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await firstIds(db, { party: 10_000_001, entity: 10_000_001 });
  },
};

async function createTable(db: Kysely<unknown>, name: string, texts: string, optionalTexts: string): Promise<void> {
  let table = db.schema
    .createTable(name)
    .addColumn('party_id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('kyc_status', 'text')
    .addColumn('aml_status', 'text')
    .addColumn('aml_date', 'text')
    .addColumn('esign_status', 'text', (column) => column.notNull())
    .addColumn('document_key', 'text', (column) => column.notNull());
  for (const column of texts.split(/\s+/)) table = table.addColumn(column, 'text', (text) => text.notNull());
  for (const column of optionalTexts.split(/\s+/)) table = table.addColumn(column, 'text');
  await table
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
}
