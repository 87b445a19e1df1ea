import { easternDate, endOfDate } from '../../calendar/eastern-time.ts';
import { type ExpiryServices, expireAccreditations } from '../../modules/accreditation/index.ts';
import { systemTimers } from '../../time/timers.ts';
import { doWhenDue, type PartContext } from '../lifecycle/index.ts';

/** Approvals end when their last date does: at midnight, US Eastern. */
export function runAccreditationExpiry({ log, shutdown }: PartContext, services: ExpiryServices): void {
  const { nowUs } = services;
  const end = doWhenDue({
    failure: 'accreditations could not be ended',
    work: () => expireAccreditations(services),
    next: (now) => endOfDate(easternDate(now)),
    nowUs,
    after: systemTimers.after,
    log,
  });
  shutdown.add('expiry of accreditations', end);
}
