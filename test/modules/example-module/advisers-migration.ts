/** In the program: the file's name and the counted table in src/database/migrations/main/index.ts. */
import { countRecords } from '../../../src/database/migrations/index.ts';
import { runSqlFile } from '../../../src/database/migrations/sql-file.ts';
import type { Migration } from '../../../src/database/schema/index.ts';

export const advisersMigration: Migration = {
  name: '0001-advisers',
  up: async (db, dialect) => {
    await runSqlFile(db, dialect, new URL('advisers.sql', import.meta.url));
    await countRecords(db, dialect, { table: 'advisers', id: 'adviser_id', hides: 'deleted' });
  },
};
