import { countRecords, createRecordCounts } from '../counted-records.ts';
import type { Migration } from '../migration.ts';

/** Makes lists of issuers and accounts quick at any size. */
export const listsMigration: Migration = {
  name: '0005-lists',
  up: async (db, dialect) => {
    await createRecordCounts(db);
    await countRecords(db, dialect, { table: 'issuers', id: 'issuer_id', hides: 'deleted' });
    await countRecords(db, dialect, { table: 'accounts', id: 'account_id', hides: 'deletedOrArchived' });
    await db.schema.createIndex('accounts_by_email').on('accounts').columns(['client_id', 'email']).execute();
    // The new indexes begin with the client too.
    await db.schema.dropIndex('issuers_by_client').execute();
    await db.schema.dropIndex('accounts_by_client').execute();
  },
};
