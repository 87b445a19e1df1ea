/** What comes next in the market of a security, by its hours, its trading windows and its plan of auctions. */
import type { TradingCalendar } from '../../calendar/trading-calendar.ts';
import type { Microseconds } from '../../time/units.ts';
import type { MarketChange, PlannedCall, SecurityId } from '../api/index.ts';
import type { VenueState } from '../desks/index.ts';
import { nextCallOf, nextChange, nextWithAuctions, type SecurityRecord, sessionsOf } from '../records/index.ts';

interface Venue {
  readonly state: VenueState;
  readonly calendar: TradingCalendar;
  readonly nowUs: () => Microseconds;
  isAlwaysOpen(securityId: SecurityId): boolean;
}

/** The schedule does not open the market of an offering that may not be traded. */
function tradingSecurity({ state }: Venue, securityId: SecurityId): SecurityRecord | undefined {
  const security = state.securities.get(securityId);
  return security?.status === 'trading' ? security : undefined;
}

export function nextTransitionOf(venue: Venue, securityId: SecurityId): MarketChange | null {
  const security = tradingSecurity(venue, securityId);
  if (security === undefined) return null;
  const { calendar, state } = venue;
  const nowUs = venue.nowUs();
  const isAlwaysOpen = venue.isAlwaysOpen(securityId);
  const schedule = {
    isOpen: (at: number) => isAlwaysOpen || calendar.isOpen(at, security.hours),
    nextTransition: (at: number) => (isAlwaysOpen ? null : calendar.nextTransition(at, security.hours)),
  };
  const byHours = nextChange(nowUs, schedule, state.transfers.get(securityId)?.ruleSet);
  if (security.auctions === undefined) return byHours;
  return nextWithAuctions(security, byHours, plannedCallOf(venue, securityId), nowUs);
}

/** As AuctionReads.nextCall. */
export function plannedCallOf(venue: Venue, securityId: SecurityId): PlannedCall | null {
  const security = tradingSecurity(venue, securityId);
  const plan = security?.auctions?.plan ?? null;
  if (security === undefined || plan === null) return null;
  const sessionOf = sessionsOf(venue.calendar, security.hours, venue.isAlwaysOpen(securityId));
  return nextCallOf(plan, sessionOf, venue.nowUs()) ?? null;
}

/** At most `limit` of them with a lower id, newest first. @param all oldest first */
export function newestBefore<T>(
  all: readonly T[],
  { before, limit, idOf }: { readonly before: number; readonly limit: number; readonly idOf: (one: T) => number },
): T[] {
  const end = all.findLastIndex((one) => idOf(one) < before) + 1;
  return all.slice(Math.max(0, end - limit), end).reverse();
}
