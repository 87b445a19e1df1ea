import { nextCutOff } from '../calendar/bank-days.ts';
import { type BatchServices, submitDeposits } from '../modules/custody/index.ts';
import { systemTimers } from '../time/timers.ts';
import { doWhenDue } from './due-work.ts';
import type { PartContext } from './part-context.ts';

/** Deposits into custody accounts go to the bank at 18:00 Eastern of each bank business day. */
export function tendDeposits({ log, ends }: PartContext, services: BatchServices): void {
  const { nowUs } = services;
  const end = doWhenDue({
    failure: 'deposits could not be submitted',
    work: () => submitDeposits(services),
    next: nextCutOff,
    nowUs,
    after: systemTimers.after,
    log,
  });
  ends.add('deposits into custody accounts', end);
}
