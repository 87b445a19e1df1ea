/** Fees of executions (docs/venue/fees.md). */

export { feeProblems } from './check-postings.ts';
export { feesModule } from './fees-module.ts';
export { type FeePostingDeps, postFees } from './post-fees.ts';
