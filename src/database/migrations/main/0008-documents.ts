import { type Kysely, sql } from 'kysely';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Documents and notes of records of any kind. */
export const documentsMigration: Migration = {
  name: '0008-documents',
  up: async (db, dialect) => {
    await createDocuments(db, dialect);
    await createNotes(db, dialect);
    await firstIds(db, { document: 10_001, note: 1001 });
  },
};

async function createDocuments(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('documents')
    .addColumn('document_number', idType(dialect), (column) => column.primaryKey())
    .addColumn('document_id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('owner_kind', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('store_key', 'text', (column) => column.notNull().unique())
    .addColumn('reference_code', 'text', (column) => column.notNull())
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('created_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('stored_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('file_removed_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('documents_by_owner')
    .on('documents')
    .columns(['owner_kind', 'owner_id', 'document_number'])
    .execute();
  await db.schema
    .createIndex('documents_unfinished')
    .on('documents')
    .column('document_number')
    .where('stored_at' as never, 'is', null)
    .execute();
  // Files of deleted documents go after a time: which are still there.
  await sql`create index documents_to_remove on documents (deleted_at)
    where deleted_at is not null and file_removed_at is null`.execute(db);
}

async function createNotes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('notes')
    .addColumn('note_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('owner_kind', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('notes_by_owner').on('notes').columns(['owner_kind', 'owner_id', 'note_id']).execute();
}
