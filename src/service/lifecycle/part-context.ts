import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Clock } from '../../time/clock.ts';
import type { MovableTime } from '../../time/movable-time.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds } from '../../time/units.ts';
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
  /** What the venue takes its time from. */
  readonly clock: Clock;
  /** What the system says, where the clock was moved too: people sign in and out by it. */
  readonly systemUs: () => Microseconds;
  /** The same as `clock` where it can be moved: in a sandbox whose process is alone (Z1). */
  readonly time: MovableTime | undefined;
}
