/** Work that runs by time, outside of all calls: bank batches, expiries, reports of trading days. */

export { runAccreditationExpiry } from './accreditation-expiry-job.ts';
export { differencesOfBooks, runAchBatches, unreadBankFiles } from './ach-batch-job.ts';
export { openApprovedActions } from './approved-action-job.ts';
export { runAuditRetention } from './audit-retention-job.ts';
export { openDayReportJob } from './day-report-job.ts';
export { runDocumentRetention } from './document-retention-job.ts';
export { runFeePostings } from './fee-posting-job.ts';
export { openJournalRetention, runJournalRetention } from './journal-retention-job.ts';
export { openKeyJobs } from './key-jobs.ts';
export { openLogJob } from './log-job.ts';
export { runMetrics } from './metrics-job.ts';
export { runRegisterImport } from './register-import-job.ts';
export { openScreenings } from './screening-job.ts';
export { openSurveillance } from './surveillance-job.ts';
export { runUnitIssues } from './unit-issue-job.ts';
