import type { Logger } from 'pino';
import type { Timers } from '../../time/timers.ts';
import { beginBackground } from './leader-background.ts';
import type { LeaderTasks } from './leader-tasks.ts';
import { ReferenceWork } from './reference-work.ts';
import type { ServiceState } from './state.ts';

export interface LeaderWorkDeps {
  readonly state: Pick<ServiceState, 'databaseFailure' | 'referencePending'>;
  readonly leaderTasks: Pick<LeaderTasks, 'runSteps' | 'served' | 'runBackground'>;
  /** Whether this node answers calls now: its lease may have run out for a moment. */
  readonly serves: () => boolean;
  /** Whether it gave the venue up, and with it what the work needs. */
  readonly isOver: () => boolean;
  readonly timers: Pick<Timers, 'after'>;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

/** When a node does the work of the leader: before its first response, and after it. */
export class LeaderWork {
  readonly #deps: LeaderWorkDeps;
  #reference: ReferenceWork | undefined;

  constructor(deps: LeaderWorkDeps) {
    this.#deps = deps;
  }

  /** A takeover; no call is answered before this resolves. */
  begin(): Promise<void> {
    const { state, leaderTasks, isOver, timers, log } = this.#deps;
    const work = new ReferenceWork({ state, isOver, after: timers.after, log });
    this.#reference = work;
    return leaderTasks.runSteps((run, failure) => work.begin(run, failure));
  }

  /** The takeover ended before the first response. */
  steppedBack(): void {
    this.#reference?.end();
  }

  served(): void {
    const { leaderTasks, serves, isOver, timers, log } = this.#deps;
    leaderTasks.served();
    beginBackground({ leaderTasks, serves, isOver, after: timers.after, log });
  }
}
