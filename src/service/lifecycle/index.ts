/** The state of the service while it starts, leads and stops, and what each part is built with. */

export { openDataFolder } from './data-folder.ts';
export { type Due, msUntil, startJob, weekly } from './job.ts';
export { Later } from './later.ts';
export { beginBackground } from './leader-background.ts';
export { LeaderTasks } from './leader-tasks.ts';
export { LeaderWork } from './leader-work.ts';
export { type PartContext, SHARD } from './part-context.ts';
export { ReferenceWork } from './reference-work.ts';
export { type PartWatch, ShutdownStack } from './shutdown-stack.ts';
export { starting } from './start-failure.ts';
export { closedBecause, healthOf, type NodeLink, newState, type Restart, type ServiceState } from './state.ts';
export { unavailableReason } from './unavailable.ts';
