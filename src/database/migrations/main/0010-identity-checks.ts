import { idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Checks of identities and watch lists, their questions, and reviews by people. */
export const kycMigration: Migration = {
  name: '0010-identity-checks',
  up: async (db, dialect) => {
    await db.schema
      .createTable('kyc_responses')
      .addColumn('response_id', idType(dialect), (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('party_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('response_sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('kyc_responses_by_party')
      .on('kyc_responses')
      .columns(['party_id', 'type', 'response_id'])
      .execute();
    await db.schema
      .createTable('kyc_questionnaires')
      .addColumn('party_id', 'text', (column) => column.notNull())
      .addColumn('id_number', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('question_count', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('answered_at', 'bigint')
      .addPrimaryKeyConstraint('kyc_questionnaires_key', ['party_id', 'id_number'])
      .execute();
    await db.schema
      .createTable('kyc_reviews')
      .addColumn('request_id', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('investor_id', 'text', (column) => column.notNull().unique())
      .addColumn('kyc_status', 'text', (column) => column.notNull())
      .addColumn('aml_status', 'text', (column) => column.notNull())
      .addColumn('open', 'bigint', (column) => column.notNull())
      .addColumn('notes_sealed', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('kyc_reviews_by_state')
      .on('kyc_reviews')
      .columns(['open', 'created_at', 'request_id'])
      .execute();
    await firstIds(db, { kyc_response: 1, kyc_review: 100_001 });
  },
};
