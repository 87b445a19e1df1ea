/** The payments of a day against the record of their batch, and what of the books does not agree (A22, A27 to A29). */
export { openDifferences } from './count-differences.ts';
export { reconciliationModule } from './reconciliation-module.ts';
