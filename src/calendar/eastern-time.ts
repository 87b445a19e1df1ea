/**
 * US Eastern wall-clock time. Instants are whole microseconds since 1970-01-01 UTC, dates are YYYY-MM-DD, times of day
 * whole minutes after midnight, 0 to 1439.
 *
 * Zone data come from luxon, which takes microseconds a call. This file asks it once for each year when the offset
 * changes; the rest is integer arithmetic.
 *
 * Every minute of every date means exactly one instant: **the first at which an Eastern clock shows this time or a
 * later one of that date**. So a time that daylight saving skips (02:30 on the spring day) means the moment of the
 * change (03:00 EDT), and a time that comes twice in autumn means its first pass. Later minutes never mean earlier
 * instants.
 */

import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';
import { dayOfDate, formatDay, parseDay } from './civil-date.ts';

export { isCalendarDate } from './civil-date.ts';

const MINUTE_MICROS = 60_000_000;
const HOUR = 60 * MINUTE_MICROS;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MINUTES_A_DAY = 1440;
const YEARS_CACHED = 64;
/** Less than the difference of Eastern time to UTC (4 or 5 hours). */
const LEAST_LAG = 3 * HOUR;

/** A period with one offset (Eastern minus UTC, negative): start <= instant < end. */
interface OffsetSpan {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

const zone = IANAZone.create('America/New_York');
if (!zone.isValid) throw new Error('this Node.js has no time zone data for America/New_York');

const spansByYear = new LRUCache<number, readonly OffsetSpan[]>({ max: YEARS_CACHED, memoMethod: spansOfYear });
let lastSpan: OffsetSpan = { start: 0, end: 0, offset: 0 };

function zoneOffset(micros: number): number {
  return zone.offset(micros / 1000) * MINUTE_MICROS;
}

/** The first whole minute after start, and at most limit, at which the offset is no longer that of start. */
function endOfOffset(start: number, limit: number): number {
  const offset = zoneOffset(start);
  let same = start;
  let other = Math.min(start + WEEK, limit);
  while (zoneOffset(other) === offset) {
    if (other === limit) return limit;
    same = other;
    other = Math.min(other + WEEK, limit);
  }
  while (other - same > MINUTE_MICROS) {
    const middle = same + Math.floor((other - same) / 2 / MINUTE_MICROS) * MINUTE_MICROS;
    if (zoneOffset(middle) === offset) same = middle;
    else other = middle;
  }
  return other;
}

function spansOfYear(year: number): readonly OffsetSpan[] {
  const yearEnd = dayOfDate(year + 1, 1, 1) * DAY;
  const spans: OffsetSpan[] = [];
  let start = dayOfDate(year, 1, 1) * DAY;
  while (start < yearEnd) {
    const end = endOfOffset(start, yearEnd);
    spans.push({ start, end, offset: zoneOffset(start) });
    start = end;
  }
  return spans;
}

function spanAt(micros: number): OffsetSpan {
  if (micros >= lastSpan.start && micros < lastSpan.end) return lastSpan;
  const year = new Date(Math.floor(micros / 1000)).getUTCFullYear();
  if (Number.isNaN(year)) throw new RangeError(`not an instant: ${micros}`);
  for (const span of spansByYear.memo(year)) {
    if (micros < span.end) {
      lastSpan = span;
      return span;
    }
  }
  throw new Error(`no offset known for the instant ${micros}`);
}

/** Day number (civil-date.ts) of the Eastern date at an instant. */
export function easternDay(micros: number): number {
  return Math.floor((micros + spanAt(micros).offset) / DAY);
}

/** The Eastern date at an instant, YYYY-MM-DD. */
export function easternDate(micros: number): string {
  return formatDay(easternDay(micros));
}

/** easternInstant for a day number; minute 1440 is the next midnight. */
export function easternInstantOfDay(day: number, minute: number): number {
  const local = day * DAY + minute * MINUTE_MICROS;
  let span = spanAt(local + LEAST_LAG);
  for (;;) {
    const instant = Math.max(local - span.offset, span.start);
    if (instant < span.end) return instant;
    span = spanAt(span.end);
  }
}

/**
 * The instant of a time of day on an Eastern date: the first at which the clock shows it or later (see above).
 * Throws RangeError for text that is not a date and for a minute that is not a whole number from 0 to 1439.
 */
export function easternInstant(date: string, minuteOfDay: number): number {
  if (!Number.isInteger(minuteOfDay) || minuteOfDay < 0 || minuteOfDay >= MINUTES_A_DAY) {
    throw new RangeError(`not a minute of a day: ${minuteOfDay}`);
  }
  return easternInstantOfDay(parseDay(date), minuteOfDay);
}

/** The midnight at which an Eastern date ends, which is the first instant of the next date. */
export function endOfDate(date: string): number {
  return easternInstantOfDay(parseDay(date), MINUTES_A_DAY);
}
