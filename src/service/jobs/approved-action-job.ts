import type { Logger } from 'pino';
import { approvedActions } from '../../modules/index.ts';
import type { Timers } from '../../time/timers.ts';
import { MINUTE_MS, MINUTE_US, type Microseconds } from '../../time/units.ts';
import { type PartContext, startJob } from '../lifecycle/index.ts';
import type { LeaderDeps } from '../parts/index.ts';

/** For so long the call that approved an action, on whichever node, may still perform it. */
const CALL_US: Microseconds = 2 * MINUTE_US;

/** A process that is alone has no calls from before its start. */
export function openApprovedActions({ log, shutdown, leaderTasks, timers }: PartContext, work: LeaderDeps): void {
  const { nowUs } = work;
  const openedUs = nowUs();
  const approvals = approvedActions(work);
  leaderTasks.addBackground(shutdown, (shutdown) => {
    const job = { approvals, openedUs, nowUs, after: timers.after, log };
    shutdown.add('approved actions', runApprovedActions(job));
  });
}

export interface ApprovedActionJob {
  readonly approvals: ReturnType<typeof approvedActions>;
  /** When this process began. */
  readonly openedUs: Microseconds;
  readonly nowUs: () => Microseconds;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Performs approved actions again that failed or were interrupted (C84): now, and once a minute. */
export function runApprovedActions({ approvals, openedUs, nowUs, after, log }: ApprovedActionJob): () => Promise<void> {
  return startJob({
    failure: 'approved actions could not be performed',
    run: async () => {
      await approvals.resume(Math.max(openedUs, nowUs() - CALL_US));
      return MINUTE_MS;
    },
    after,
    log,
  });
}
