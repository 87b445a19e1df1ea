import type { Logger } from 'pino';
import type { EventFeed, FeeReads } from '../../exchange/api/index.ts';
import { type FeePostingDeps, postFees } from '../../modules/fees/index.ts';
import type { Timers } from '../../time/timers.ts';
import { startJob } from '../lifecycle/index.ts';

const PAUSE_MS = 5000;

export interface FeePostingJob {
  readonly deps: FeePostingDeps;
  readonly venue: Pick<EventFeed, 'lastEventSeq'> & {
    readonly fees: Pick<FeeReads, 'hasSchedules'>;
    /** Events that the history has not got yet. */
    readonly unprojected: number;
  };
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Posts the fees of orders to the ledger (B10) as the history gets them. */
export function runFeePostings({ deps, venue, after, log }: FeePostingJob): () => Promise<void> {
  let posted = -1;
  return startJob({
    failure: 'fees of orders could not be posted to the ledger',
    run: async () => {
      const [seq, isLevel] = [venue.lastEventSeq(), venue.unprojected === 0];
      // Reading and posting ask both databases: not where nothing has happened since.
      if (seq !== posted && (await venue.fees.hasSchedules())) await postFees(deps);
      if (isLevel) posted = seq;
      return PAUSE_MS;
    },
    retryMs: PAUSE_MS,
    after,
    log,
  });
}
