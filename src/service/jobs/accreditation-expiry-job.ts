import { easternDate, endOfDate } from '../../calendar/eastern-time.ts';
import type { LeaderDb } from '../../database/leader/index.ts';
import { type ExpiryDeps, expireAccreditations } from '../../modules/accreditation/index.ts';
import { systemTimers } from '../../time/timers.ts';
import { msUntil, type PartContext, startJob } from '../lifecycle/index.ts';

/** Approvals expire with their last date, at midnight, US Eastern. */
export function runAccreditationExpiry(
  { log, shutdown, time }: PartContext,
  deps: ExpiryDeps & { readonly db: LeaderDb },
): void {
  const { nowUs } = deps;
  const stop = startJob({
    failure: 'accreditations could not be ended',
    run: async () => {
      await expireAccreditations(deps);
      return msUntil(endOfDate(easternDate(nowUs())), nowUs());
    },
    after: systemTimers.after,
    due: time && { time, next: () => endOfDate(easternDate(nowUs())) },
    log,
  });
  shutdown.add('expiry of accreditations', stop);
}
