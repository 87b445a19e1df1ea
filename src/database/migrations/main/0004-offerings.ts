import { idType } from '../../dialect.ts';
import type { Migration } from '../../migration.ts';
import { firstIds } from '../first-ids.ts';

/** Offerings, with what one remembers to be reopened and where its investors send wires and checks. */
export const offeringsMigration: Migration = {
  name: '0004-offerings',
  up: async (db, dialect) => {
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
      .addColumn('status_before_end', 'text')
      .addColumn('custodian_details_sealed', 'text')
      .execute();
    await db.schema.createIndex('offerings_by_client').on('offerings').columns(['client_id', 'offering_id']).execute();
    await db.schema.createIndex('offerings_by_issuer').on('offerings').columns(['issuer_id', 'offering_id']).execute();
    await firstIds(db, { offering: 5001 });
  },
};
