/** What clients and addresses use of their limits, on this node and on the others. */
export { RateCounts } from './rate-counts.ts';
export { HELD_HERE, type Held, SharedUse } from './shared-use.ts';
export { type Counted, isUseReport, type UseReport } from './use-report.ts';
export { type UseMember, UseSums } from './use-sums.ts';
