import type { Kysely } from 'kysely';
import { type Dialect, idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Documents of offerings, and documents that are signed electronically. */
export const signaturesMigration: Migration = {
  name: '0018-signatures',
  up: async (db, dialect) => {
    await createOfferingDocuments(db, dialect);
    await createTemplates(db, dialect);
    await createSignatures(db, dialect);
    await createCallbacks(db);
    await firstIds(db, { template: 1001, signature: 100_001 });
  },
};

async function createOfferingDocuments(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('offering_documents')
    .addColumn('document_number', idType(dialect), (column) =>
      column.primaryKey().references('documents.document_number'),
    )
    .addColumn('template_name', 'text')
    .addColumn('approval', 'text')
    .addColumn('supervisor_name', 'text')
    .addColumn('approval_date', 'text')
    .addColumn('original_sha256', 'text', (column) => column.notNull())
    .addColumn('stamped_text', 'text')
    .execute();
}

async function createTemplates(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('subscription_templates')
    .addColumn('template_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('offering_id', 'bigint', (column) => column.notNull().references('offerings.offering_id'))
    .addColumn('template_key', 'text', (column) => column.notNull())
    .addColumn('template_name', 'text', (column) => column.notNull())
    .addColumn('document_number', 'bigint', (column) => column.notNull().references('documents.document_number'))
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('subscription_templates_by_offering')
    .on('subscription_templates')
    .columns(['offering_id', 'template_id'])
    .execute();
}

async function createSignatures(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('signatures')
    .addColumn('signature_id', idType(dialect), (column) => column.primaryKey())
    .addColumn('envelope_id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('offering_id', 'bigint', (column) => column.notNull().references('offerings.offering_id'))
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('party_id', 'text', (column) => column.notNull())
    .addColumn('trade_id', 'bigint')
    .addColumn('template_id', 'bigint')
    .addColumn('template_key', 'text', (column) => column.notNull())
    .addColumn('template_name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('signer_name', 'text', (column) => column.notNull())
    .addColumn('decline_reason', 'text')
    .addColumn('source_document', 'bigint', (column) => column.notNull().references('documents.document_number'))
    .addColumn('signed_document', 'bigint', (column) => column.references('documents.document_number'))
    .addColumn('created_ip_address', 'text')
    .addColumn('updated_ip_address', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('signatures_by_trade')
    .on('signatures')
    .columns(['client_id', 'trade_id', 'signature_id'])
    .execute();
  await db.schema
    .createIndex('signatures_by_account')
    .on('signatures')
    .columns(['client_id', 'account_id', 'signature_id'])
    .execute();
  await db.schema
    .createTable('signature_events')
    .addColumn('signature_id', 'bigint', (column) => column.notNull().references('signatures.signature_id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('happened_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('signature_events_pk', ['signature_id', 'position'])
    .execute();
}

async function createCallbacks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('esign_callbacks')
    .addColumn('signature', 'text', (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('esign_callbacks_by_time').on('esign_callbacks').column('received_at').execute();
}
