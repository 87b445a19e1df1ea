import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Timers } from '../../time/timers.ts';
import type { LeaderTasks } from './leader-tasks.ts';
import type { ShutdownStack } from './shutdown-stack.ts';
import type { ServiceState } from './state.ts';

/** Today there is one engine; ids already contain its number. */
export const SHARD = 0;

/** The context of every part. */
export interface PartContext {
  readonly config: Config;
  readonly log: Logger;
  readonly state: ServiceState;
  readonly shutdown: ShutdownStack;
  readonly leaderTasks: LeaderTasks;
  readonly timers: Timers;
}
