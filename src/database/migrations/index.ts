import type { Migration } from '../migration.ts';
import { clientsMigration } from './0001-clients.ts';
import { referenceMigration } from './0002-reference.ts';
import { historyMigration } from './0003-history.ts';
import { appendOnlyHistoryMigration } from './0004-append-only-history.ts';
import { listsMigration } from './0005-lists.ts';
import { documentsMigration } from './0006-documents.ts';
import { issuerAccountsMigration } from './0007-issuer-accounts.ts';
import { tradesMigration } from './0008-trades.ts';
import { partiesMigration } from './0009-parties.ts';
import { kycMigration } from './0010-kyc.ts';
import { linksMigration } from './0011-links.ts';
import { apiCountsMigration } from './0012-api-counts.ts';

/** Steps of the main database, in order. */
export const MAIN_MIGRATIONS: readonly Migration[] = [
  clientsMigration,
  referenceMigration,
  listsMigration,
  documentsMigration,
  issuerAccountsMigration,
  tradesMigration,
  partiesMigration,
  kycMigration,
  linksMigration,
  apiCountsMigration,
];

/** Steps of the order history: a file of its own on SQLite, the same database on PostgreSQL. */
export const HISTORY_MIGRATIONS: readonly Migration[] = [historyMigration, appendOnlyHistoryMigration];
