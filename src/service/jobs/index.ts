/** Work that runs by time, outside of all calls: bank batches, expiries, reports of trading days. */

export { tendAccreditations } from './accreditation-expiry.ts';
export { tendAch, unreadBankFiles } from './ach-tending.ts';
export { tendDocuments } from './document-tending.ts';
export { tendIdempotencyKeys } from './idempotency-tending.ts';
export { tendQuotes } from './quote-tending.ts';
export { openReportTending } from './report-tending.ts';
