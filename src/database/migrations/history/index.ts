import { sql } from 'kysely';
import type { Migration } from '../../schema/index.ts';
import { fileStep, runSqlFile } from '../sql-file.ts';
import { createHistoryViews, showRenamedOrders } from './views.ts';

/** The tables of the order history; a PostgreSQL database has others too. */
export const HISTORY_TABLES: readonly string[] = [
  ...['history_position', 'order_entry_rows', 'order_updates', 'matches', 'market_events', 'event_users', 'notices'],
  ...['live_orders', 'ended_orders', 'history_counts', 'day_ends', 'day_positions', 'day_holdings', 'day_securities'],
  ...['metric_series', 'metric_samples'],
];

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
];
