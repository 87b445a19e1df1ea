/** When the calls of a plan are (Q7, Q8). Times in microseconds since 1970. */
import { formatDay, parseDay, weekdayOfDay } from '../../calendar/civil-date.ts';
import { easternDay, easternInstantOfDay } from '../../calendar/eastern-time.ts';
import { WEEKDAYS, type WeekSchedule } from '../../calendar/schedule.ts';
import type { TradingCalendar } from '../../calendar/trading-calendar.ts';
import { type Microseconds, SECOND_US } from '../../time/units.ts';
import type { AuctionPlan, PlannedAuction, PlannedCall } from '../api/index.ts';

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

/** Whether the auction is one of the days. */
function isOnDay({ weekdays, datesOfMonth }: PlannedAuction, day: number): boolean {
  const weekday = WEEKDAYS.indexOf(weekdayOfDay(day)) + 1;
  if (weekdays !== null && !weekdays.includes(weekday)) return false;
  return datesOfMonth === null || datesOfMonth.includes(Number(formatDay(day).slice(8)));
}

/** The auction with which the session of a date (YYYY-MM-DD) opens; undefined: none. */
export function openingOf(plan: AuctionPlan | null, date: string): PlannedAuction | undefined {
  return plan?.auctions.find((auction) => auction.at === 'open' && isOnDay(auction, parseDay(date)));
}

/** The call of a day; null: it is not one of its days, or the session has no room for it. */
function callOn(auction: PlannedAuction, day: number, { open, close }: Span): PlannedCall | null {
  const { at, callSeconds, noCancelSeconds, randomEndSeconds } = auction;
  if (!isOnDay(auction, day)) return null;
  const terms = { callSeconds, noCancelSeconds, randomEndSeconds };
  if (at === 'open') return { kind: 'open', begins: open, ends: open + callSeconds * SECOND_US, terms };
  const ends = at === 'close' ? close : easternInstantOfDay(day, at.minute);
  const begins = ends - callSeconds * SECOND_US;
  if (begins <= open || ends > close) return null;
  return { kind: at === 'close' ? 'close' : 'time', begins, ends, terms };
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
    const session = sessionOf(day);
    if (session === null) continue;
    const calls = auctions.flatMap((auction) => callOn(auction, day, session) ?? []);
    const next = calls.filter(({ ends }) => ends > after).sort((a, b) => a.begins - b.begins)[0];
    if (next !== undefined) return next;
  }
  return undefined;
}
