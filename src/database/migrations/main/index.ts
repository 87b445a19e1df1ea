import { sql } from 'kysely';
import type { Migration } from '../../schema/index.ts';
import { noteAccessChanges, noteAccountChanges } from '../access-changes.ts';
import { type CountedTable, countRecords } from '../counted-records.ts';
import { keepLedger, keepReceipts, keepRefunds, keepVenueFees } from '../postings.ts';
import { keepShortfalls } from '../shortfalls.ts';
import { fileStep, runSqlFile } from '../sql-file.ts';
import { keepStatusChanges, type TrackedTable } from '../status-history.ts';

/** In the order in which tables refer to each other. */
const FILES = ['clients', 'webhooks', 'offerings', 'investors', 'documents', 'payments', 'venue'] as const;

const COUNTED: readonly CountedTable[] = [
  { table: 'issuers', id: 'issuer_id', hides: 'deleted' },
  { table: 'accounts', id: 'account_id', hides: 'deletedOrArchived' },
  { table: 'parties', id: 'party_id', hides: 'deletedOrArchived' },
  { table: 'entities', id: 'party_id', hides: 'deletedOrArchived' },
  { table: 'links', id: 'link_id', hides: 'deleted' },
  { table: 'trades', id: 'trade_id', hides: 'deletedOrArchived' },
  { table: 'custody_fund_disbursements', id: 'request_id', hides: 'deleted' },
  { table: 'custody_fund_moves', id: 'reference_number', hides: 'deleted' },
];

const CHECKS = { kyc_status: 'kycStatus', aml_status: 'amlStatus' };
const TRACKED: readonly TrackedTable[] = [
  { table: 'parties', id: 'party_id', statuses: CHECKS },
  { table: 'entities', id: 'party_id', statuses: CHECKS },
  {
    ...{ table: 'accounts', id: 'account_id' },
    statuses: {
      ...CHECKS,
      accredited_status: 'accreditedStatus',
      approval_status: 'approvalStatus',
      suitability_score: 'suitabilityScore',
    },
  },
  {
    ...{ table: 'custody_account_requests', id: 'request_id' },
    statuses: { request_status: 'custAccStatus', account_status: 'accountStatus' },
  },
  { table: 'custody_fund_disbursements', id: 'request_id', statuses: { status: 'status' } },
];

/** Steps of the main database, in order. */
export const MAIN_MIGRATIONS: readonly Migration[] = [
  {
    name: '0001-tables',
    up: async (db, dialect) => {
      for (const name of FILES) await runSqlFile(db, dialect, new URL(`${name}.sql`, import.meta.url));
      for (const table of COUNTED) await countRecords(db, dialect, table);
      // Numbers of webhooks: on PostgreSQL no change waits for another's; SQLite has one change at a time anyway.
      if (dialect === 'postgres') return void (await sql`create sequence webhook_event_seq`.execute(db));
      await sql`create table webhook_event_seq (seq integer not null)`.execute(db);
      await sql`insert into webhook_event_seq (seq) values (0)`.execute(db);
    },
  },
  fileStep('0002-expand-audit-log', new URL('audit.sql', import.meta.url)),
  fileStep('0003-expand-surveillance', new URL('surveillance.sql', import.meta.url)),
  fileStep('0004-expand-payments', new URL('payments-by-time.sql', import.meta.url)),
  fileStep('0005-expand-users', new URL('users.sql', import.meta.url)),
  {
    name: '0006-expand-signatures',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('signatures-by-state.sql', import.meta.url));
      await countRecords(db, dialect, { table: 'signatures', id: 'signature_id', hides: 'deleted' });
    },
  },
  {
    name: '0007-expand-status-history',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('status-changes.sql', import.meta.url));
      for (const table of TRACKED) await keepStatusChanges(db, dialect, table);
      await countRecords(db, dialect, { table: 'custody_account_requests', id: 'request_id', hides: 'deleted' });
      await countRecords(db, dialect, { table: 'kyc_reviews', id: 'request_id', hides: 'nothing' });
      await countRecords(db, dialect, { table: 'accreditation_requests', id: 'request_id', hides: 'deleted' });
    },
  },
  fileStep('0008-expand-payment-days', new URL('payments-by-day.sql', import.meta.url)),
  fileStep('0009-expand-register-changes', new URL('register-changes.sql', import.meta.url)),
  fileStep('0010-expand-surveillance-thresholds', new URL('surveillance-thresholds.sql', import.meta.url)),
  fileStep('0011-expand-sessions', new URL('session-proofs.sql', import.meta.url)),
  {
    name: '0012-expand-access-changes',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('access-changes.sql', import.meta.url));
      await noteAccessChanges(db, dialect);
    },
  },
  fileStep('0013-expand-quotes', new URL('quotes-at-risk.sql', import.meta.url)),
  fileStep('0014-expand-keys', new URL('keys-handed-over.sql', import.meta.url)),
  fileStep('0015-expand-audit-changes', new URL('audit-changes.sql', import.meta.url)),
  fileStep('0016-expand-bank-notices', new URL('bank-notice-texts.sql', import.meta.url)),
  fileStep('0017-expand-offering-caps', new URL('offering-caps.sql', import.meta.url)),
  fileStep('0018-expand-screenings', new URL('screenings-again.sql', import.meta.url)),
  fileStep('0019-expand-screening-reviews', new URL('screening-reviews.sql', import.meta.url)),
  fileStep('0020-expand-trade-balances', new URL('trade-balances.sql', import.meta.url)),
  fileStep('0021-expand-leader-fence', new URL('leader-fence.sql', import.meta.url)),
  fileStep('0022-expand-venue-notices', new URL('settled-matches.sql', import.meta.url)),
  {
    name: '0023-expand-ledger',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('ledger.sql', import.meta.url));
      await keepLedger(db, dialect);
    },
  },
  fileStep('0024-expand-unit-issues', new URL('unit-issues.sql', import.meta.url)),
  {
    name: '0025-expand-receipts',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('receipts.sql', import.meta.url));
      await keepReceipts(db, dialect);
    },
  },
  {
    name: '0026-expand-refunds',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('refunds.sql', import.meta.url));
      await keepRefunds(db, dialect);
    },
  },
  fileStep('0027-expand-differences', new URL('differences.sql', import.meta.url)),
  {
    name: '0028-expand-shortfalls',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('shortfalls.sql', import.meta.url));
      await keepShortfalls(db, dialect);
    },
  },
  fileStep('0029-expand-register-rests', new URL('register-rests.sql', import.meta.url)),
  fileStep('0030-expand-late-refunds', new URL('late-refunds.sql', import.meta.url)),
  fileStep('0031-expand-api-counts', new URL('api-count-batches.sql', import.meta.url)),
  {
    name: '0032-expand-account-changes',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('account-changes.sql', import.meta.url));
      await noteAccountChanges(db, dialect);
    },
  },
  {
    name: '0033-expand-venue-fees',
    up: async (db, dialect) => {
      await runSqlFile(db, dialect, new URL('fee-postings.sql', import.meta.url));
      await keepVenueFees(db, dialect);
    },
  },
  fileStep('0034-contract-quotes', new URL('quotes-in-journal.sql', import.meta.url)),
  fileStep('0034-expand-investor-work', new URL('investor-work.sql', import.meta.url)),
];
