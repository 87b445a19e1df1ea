import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from '../../schema/index.ts';
import { fileStep, runSqlFile } from '../sql-file.ts';
import { createHistoryViews, showAuctions, showFees, showRenamedOrders, showReplacedTerms } from './views.ts';

/** The tables that the steps of the order history make, some of them on SQLite alone. */
export function historyTables(): string[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql'));
  return files.flatMap((name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    const renamed = new Set([...text.matchAll(/^alter table (\w+) rename to/gm)].map(([, table]) => table));
    return [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table!).filter((name) => !renamed.has(name));
  });
}

/** Steps of the order history: its own file on SQLite, the same database on PostgreSQL. */
export const HISTORY_MIGRATIONS: readonly Migration[] = [
  {
    name: '0001-history',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('tables.sql', import.meta.url));
      if (dialect === 'sqlite') await runSqlFile(db, dialect, new URL('order-tokens.sql', import.meta.url));
      else
        await sql`create index order_entries_token on order_entry_rows (client_id, token, order_id)
          where token is not null`.execute(db);
      await createHistoryViews(db);
    },
  },
  fileStep('0002-expand-metrics', new URL('metrics.sql', import.meta.url)),
  fileStep('0003-expand-day-securities', new URL('day-securities.sql', import.meta.url)),
  fileStep('0004-expand-event-users', new URL('event-users.sql', import.meta.url)),
  {
    name: '0005-expand-order-renames',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('order-renames.sql', import.meta.url));
      await showRenamedOrders(db, dialect);
    },
  },
  {
    // A notice has a row for each of its recipients (S22); SQLite cannot change the key of a table.
    name: '0006-expand-notice-recipients',
    up: async (db, dialect) => {
      if (dialect === 'sqlite') await runSqlFile(db, dialect, new URL('notice-recipients.sql', import.meta.url));
      else await sql`alter table notices drop constraint notices_pkey, add primary key (seq, client_id)`.execute(db);
    },
  },
  {
    name: '0007-expand-replaced-terms',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('replaced-terms.sql', import.meta.url));
      await showReplacedTerms(db, dialect);
    },
  },
  fileStep('0008-expand-folded-costs', new URL('folded-costs.sql', import.meta.url)),
  fileStep('0009-expand-register-entries', new URL('register-entries.sql', import.meta.url)),
  {
    name: '0010-expand-match-auctions',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('auctions.sql', import.meta.url));
      await showAuctions(db);
    },
  },
  {
    name: '0011-expand-fees',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('fees.sql', import.meta.url));
      await showFees(db);
    },
  },
  fileStep('0012-expand-venue-quotes', new URL('quotes.sql', import.meta.url)),
  fileStep('0013-expand-corporate-actions', new URL('corporate-actions.sql', import.meta.url)),
  fileStep('0014-expand-match-changes', new URL('match-changes.sql', import.meta.url)),
];
