/** When the calls of a plan are (Q7, Q8). Times in microseconds since 1970. */
import { formatDay, parseDay, weekdayOfDay } from '../../calendar/civil-date.ts';
import { easternDay, easternInstantOfDay } from '../../calendar/eastern-time.ts';
import { WEEKDAYS, type WeekSchedule } from '../../calendar/schedule.ts';
import type { TradingCalendar } from '../../calendar/trading-calendar.ts';
import { type Microseconds, SECOND_US } from '../../time/units.ts';
import { type AuctionPlan, callIn, type PlannedAuction, type PlannedCall } from '../api/index.ts';

/** As far as the calendar looks for the next opening. */
const SEARCH_DAYS = 400;
const MINUTES_A_DAY = 1440;

interface Span {
  readonly open: Microseconds;
  readonly close: Microseconds;
}

/** The session of a day of the calendar; null: none. */
export type SessionOfDay = (day: number) => Span | null;

/** A market that never closes has the days of US Eastern time as sessions. */
export function sessionsOf(
  calendar: Pick<TradingCalendar, 'sessionOf'>,
  hours: WeekSchedule | null,
  isAlwaysOpen: boolean,
): SessionOfDay {
  if (!isAlwaysOpen) return (day) => calendar.sessionOf(formatDay(day), hours);
  return (day) => ({ open: easternInstantOfDay(day, 0), close: easternInstantOfDay(day, MINUTES_A_DAY) });
}

/** Whether the auction has the day. */
function isOnDay({ weekdays, datesOfMonth }: PlannedAuction, day: number): boolean {
  if (weekdays !== null && !weekdays.includes(WEEKDAYS.indexOf(weekdayOfDay(day)) + 1)) return false;
  return datesOfMonth === null || datesOfMonth.includes(Number(formatDay(day).slice(8)));
}

/** The auction with which the session of a date (YYYY-MM-DD) opens; undefined: none. */
export function openingOf(plan: AuctionPlan | null, date: string): PlannedAuction | undefined {
  return plan?.auctions.find((auction) => auction.at === 'open' && isOnDay(auction, parseDay(date)));
}

/** One at the opening begins with it, or not at all; any other one may begin later. */
function isToCome({ kind, begins, ends }: PlannedCall, after: Microseconds): boolean {
  return (kind === 'open' ? begins : ends) > after;
}

/** The call on one of its days; null: the session has no room for it. */
function callOn(auction: PlannedAuction, day: number, { open, close }: Span): PlannedCall | null {
  const { at, callSeconds, noCancelSeconds, randomEndSeconds } = auction;
  const ofMinute = (minute: number) => easternInstantOfDay(day, minute);
  const span = callIn(auction, { open, close, ofMinute, second: SECOND_US });
  if (span === null) return null;
  return {
    kind: typeof at === 'string' ? at : 'time',
    ...span,
    terms: { callSeconds, noCancelSeconds, randomEndSeconds },
  };
}

/** The first call of the plan that ends after an instant; undefined: none within 400 days. */
export function nextCallOf(plan: AuctionPlan, sessionOf: SessionOfDay, after: Microseconds): PlannedCall | undefined {
  return firstCall(plan.auctions, sessionOf, after);
}

/** The same without those at an opening, which begin with it. */
export function nextPlannedCall(
  plan: AuctionPlan,
  sessionOf: SessionOfDay,
  after: Microseconds,
): PlannedCall | undefined {
  return firstCall(
    plan.auctions.filter(({ at }) => at !== 'open'),
    sessionOf,
    after,
  );
}

function firstCall(
  auctions: readonly PlannedAuction[],
  sessionOf: SessionOfDay,
  after: Microseconds,
): PlannedCall | undefined {
  if (auctions.length === 0) return undefined;
  const today = easternDay(after);
  for (let day = today; day < today + SEARCH_DAYS; day++) {
    // The hours of a day cost the most.
    const ofDay = auctions.filter((auction) => isOnDay(auction, day));
    const session = ofDay.length === 0 ? null : sessionOf(day);
    if (session === null) continue;
    const calls = ofDay.flatMap((auction) => callOn(auction, day, session) ?? []);
    const next = calls.filter((call) => isToCome(call, after)).sort((a, b) => a.begins - b.begins)[0];
    if (next !== undefined) return next;
  }
  return undefined;
}
