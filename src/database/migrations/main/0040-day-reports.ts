import type { Migration } from '../../migration.ts';

/** The reports of trading days that are kept, each with its manifest. */
export const dayReportsMigration: Migration = {
  name: '0040-day-reports',
  up: async (db) => {
    await db.schema
      .createTable('day_reports')
      .addColumn('date', 'text', (column) => column.primaryKey())
      .addColumn('manifest', 'text', (column) => column.notNull())
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
