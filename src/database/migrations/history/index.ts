import type { Migration } from '../../migration.ts';
import { ordersMigration } from './0001-orders.ts';
import { listsMigration } from './0002-lists.ts';
import { reasonsMigration } from './0003-reasons.ts';
import { dayEndsMigration } from './0004-day-ends.ts';
import { noticesMigration } from './0005-notices.ts';
import { dayHoldingsMigration } from './0006-day-holdings.ts';
import { blocksMigration } from './0007-blocks.ts';
import { liveByStatusMigration } from './0008-live-by-status.ts';
import { orderKindsMigration } from './0009-order-kinds.ts';
import { matchesBySecurityMigration } from './0010-matches-by-security.ts';

/** Steps of the order history: its own file on SQLite, the same database on PostgreSQL. */
export const HISTORY_MIGRATIONS: readonly Migration[] = [
  ordersMigration,
  listsMigration,
  reasonsMigration,
  dayEndsMigration,
  noticesMigration,
  dayHoldingsMigration,
  blocksMigration,
  liveByStatusMigration,
  orderKindsMigration,
  matchesBySecurityMigration,
];
