/** Fees of executions (docs/venue/fees.md). */

export { feesModule } from './fees-module.ts';
export { type FeePostingDeps, postFees } from './post-fees.ts';
