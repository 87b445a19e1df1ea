/** Contingent orders: the search for a lawful allocation, and which orders to retry after a change (M4, M7, M9). */

export { Allocation, type Found } from './allocation.ts';
export { Retries, type SideRetries } from './retries.ts';
export { SEARCH_LIMITS, type SearchLimits } from './search-limits.ts';
export type { Sweep } from './sweep.ts';
export { COSTLY_STEPS, ENTRY_STEPS, Work } from './work.ts';
