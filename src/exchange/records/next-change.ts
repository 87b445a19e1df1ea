import type { Microseconds } from '../../time/units.ts';
import type { MarketChange, PlannedCall } from '../api/index.ts';
import { marketOf, type SecurityRecord } from './security-record.ts';

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

/**
 * The same of a security with a plan of auctions (Q7).
 * @param byHours its next change without them, @param call the next of the plan, which may have begun
 */
export function nextWithAuctions(
  security: SecurityRecord,
  byHours: MarketChange | null,
  call: PlannedCall | null,
  nowUs: Microseconds,
): MarketChange | null {
  const { auctions, inSession } = security;
  const tradesOn = auctions?.plan?.continuous !== false;
  // Of a call the earliest end is known, and what the market is then.
  if (auctions?.call) return { time: auctions.call.endsAt, market: inSession && tradesOn ? 'open' : 'closed' };
  const begins: MarketChange | null =
    call === null || call.begins <= nowUs ? null : { time: call.begins, market: 'call' };
  // Between auctions alone the market is closed: no opening or close changes it.
  const other = tradesOn || marketOf(security) === 'halted' ? byHours : null;
  if (begins === null || other === null) return begins ?? other;
  return other.time < begins.time ? other : begins;
}
