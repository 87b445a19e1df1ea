import type { Logger } from 'pino';
import { type EndTakeBack, submitAllUnits, type UnitsDeps } from '../../modules/units/index.ts';
import type { Timers } from '../../time/timers.ts';
import { startJob } from '../lifecycle/index.ts';

/** A call submits its units itself: what is left is of a process that is gone, or of a venue that took no commands. */
const PAUSE_MS = 5000;

export interface UnitIssueJob {
  readonly deps: UnitsDeps;
  readonly endTakeBack: EndTakeBack;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Submits units of settled trades that wait in the database (F12): what another process left, first of all. */
export function runUnitIssues({ deps, endTakeBack, after, log }: UnitIssueJob): () => Promise<void> {
  return startJob({
    failure: 'units of settled trades could not be issued',
    run: async () => {
      await submitAllUnits(deps, { endTakeBack });
      return PAUSE_MS;
    },
    retryMs: PAUSE_MS,
    after,
    log,
  });
}
