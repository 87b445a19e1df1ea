import type { Logger } from 'pino';
import type { FeeReads } from '../../exchange/api/index.ts';
import { type FeePostingDeps, postFees } from '../../modules/fees/index.ts';
import type { Timers } from '../../time/timers.ts';
import { startJob } from '../lifecycle/index.ts';

const PAUSE_MS = 5000;

export interface FeePostingJob {
  readonly deps: FeePostingDeps & { readonly venue: { readonly fees: Pick<FeeReads, 'hasSchedules'> } };
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Posts the fees of orders to the ledger (B10) as the history gets them. */
export function runFeePostings({ deps, after, log }: FeePostingJob): () => Promise<void> {
  return startJob({
    failure: 'fees of orders could not be posted to the ledger',
    run: async () => {
      // Reading and posting ask both databases.
      if (await deps.venue.fees.hasSchedules()) await postFees(deps);
      return PAUSE_MS;
    },
    retryMs: PAUSE_MS,
    after,
    log,
  });
}
