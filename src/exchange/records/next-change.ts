import type { Microseconds } from '../../time/units.ts';
import type { MarketChange } from '../api/index.ts';

/** The hours of a security without its trading windows. */
export interface Schedule {
  isOpen(at: number): boolean;
  nextTransition(at: number): MarketChange | null;
}

/** Trading windows, as TransferRuleSet has them. */
export interface Windows {
  isOutside(at: number): boolean;
  nextWindowChange(at: number): number;
}

export function nextChange(nowUs: Microseconds, schedule: Schedule, windows: Windows | undefined): MarketChange | null {
  if (windows === undefined) return schedule.nextTransition(nowUs);
  for (let at = nowUs; ; ) {
    const change = windows.nextWindowChange(at);
    if (windows.isOutside(at)) {
      if (change === Infinity) return null;
      if (schedule.isOpen(change)) return { time: change, market: 'open' };
    } else {
      const next = schedule.nextTransition(at);
      if (change === Infinity || (next !== null && next.time < change)) return next;
      if (schedule.isOpen(at)) return { time: change, market: 'closed' };
    }
    at = change;
  }
}
