import type { Migration } from '../../migration.ts';

/** Requests to verify that investors are accredited. */
export const accreditationMigration: Migration = {
  name: '0020-accreditation',
  up: async (db) => {
    await db.schema
      .createTable('accreditation_requests')
      .addColumn('request_id', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
      .addColumn('ai_method', 'text', (column) => column.notNull())
      .addColumn('notes', 'text')
      .addColumn('request_status', 'text', (column) => column.notNull())
      .addColumn('reviewed_by', 'text')
      .addColumn('valid_until', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('accreditation_requests_by_account')
      .on('accreditation_requests')
      .columns(['account_id', 'created_at'])
      .execute();
    await db.schema
      .createIndex('accreditation_requests_by_status')
      .on('accreditation_requests')
      .columns(['request_status', 'valid_until', 'created_at'])
      .execute();
  },
};
