/** In the program: a step of src/database/migrations/main, from which `npm run schema:types` makes the row type. */

import { countRecords } from '../../../src/database/migrations/index.ts';
import type { Migration } from '../../../src/database/schema/index.ts';

export interface AdviserRow {
  adviser_id: string;
  client_id: string;
  adviser_name: string;
  email: string | null;
  /** Encrypted at rest. */
  tax_id_sealed: string | null;
  status: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

declare module '../../../src/database/schema/index.ts' {
  interface Schema {
    advisers: AdviserRow;
  }
}

export const advisersMigration: Migration = {
  name: '0001-advisers',
  up: async (db, dialect) => {
    await db.schema
      .createTable('advisers')
      .addColumn('adviser_id', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('adviser_name', 'text', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('tax_id_sealed', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await countRecords(db, dialect, { table: 'advisers', id: 'adviser_id', hides: 'deleted' });
  },
};
