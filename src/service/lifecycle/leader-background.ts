import type { Logger } from 'pino';
import type { Timers } from '../../time/timers.ts';
import { runAgain } from './job.ts';
import type { LeaderTasks } from './leader-tasks.ts';

/** Callers that waited for the new leader come first. */
const BACKGROUND_DELAY_MS = 300;

export interface LeaderBackground {
  readonly leaderTasks: Pick<LeaderTasks, 'runBackground'>;
  /** Whether this node answers calls now: its lease may have run out for a moment. */
  readonly serves: () => boolean;
  /** Whether it gave the venue up, and with it what the work needs. */
  readonly isOver: () => boolean;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Begins the background work of a leader a moment after its first response, as soon as it serves. A task that fails is
 * run again by itself: the journal and the lease alone decide who leads.
 */
export function beginBackground(background: LeaderBackground): void {
  const { leaderTasks, serves, isOver, after, log } = background;
  after(BACKGROUND_DELAY_MS, () => {
    if (isOver()) return;
    if (!serves()) return beginBackground(background);
    const again = { failure: 'work of the leader could not begin', after, log, isOver };
    void leaderTasks.runBackground((error, run) => runAgain({ ...again, error, again: run }));
  });
}
