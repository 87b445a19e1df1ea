/** The state of the service while it starts, leads and stops, and what each part is built with. */

export { isAway } from './away.ts';
export { openDataFolder } from './data-folder.ts';
export { doWhenDue } from './due-work.ts';
export { Duties } from './duties.ts';
export { Ends, type PartWatch } from './ends.ts';
export type { PartContext } from './part-context.ts';
export { SHARD } from './shard.ts';
export { starting } from './start-failure.ts';
export { closedBecause, healthOf, newState, type Restart, type ServiceState } from './state.ts';
