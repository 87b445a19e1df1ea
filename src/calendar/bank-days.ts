/**
 * The days on which the Federal Reserve Banks settle payments, and the daily cut-off of batches. A holiday on a Sunday
 * is observed on the Monday after it; one on a Saturday is not observed: the Reserve Banks work on the Friday before.
 */
import { LRUCache } from 'lru-cache';
import { dayOfDate, formatDay, parseDay, weekdayOfDay, yearOfDay } from './civil-date.ts';
import { easternDay, easternInstantOfDay } from './eastern-time.ts';
import { lastMondayOfMay, nthWeekday } from './weekdays-of-month.ts';

const FIRST_JUNETEENTH = 2021;
const YEARS_CACHED = 64;

/** 18:00 Eastern, in minutes after midnight: the cut-off at which the payments of a bank business day are sent. */
export const CUT_OFF_MINUTE = 18 * 60;

const holidaysByYear = new LRUCache<number, ReadonlySet<number>>({
  max: YEARS_CACHED,
  memoMethod: (year) => new Set(holidaysOf(year).map(observed)),
});

function holidaysOf(year: number): number[] {
  const juneteenth = year >= FIRST_JUNETEENTH ? [dayOfDate(year, 6, 19)] : [];
  return [
    dayOfDate(year, 1, 1),
    nthWeekday(year, 1, 'monday', 3),
    nthWeekday(year, 2, 'monday', 3),
    lastMondayOfMay(year),
    ...juneteenth,
    dayOfDate(year, 7, 4),
    nthWeekday(year, 9, 'monday', 1),
    nthWeekday(year, 10, 'monday', 2),
    dayOfDate(year, 11, 11),
    nthWeekday(year, 11, 'thursday', 4),
    dayOfDate(year, 12, 25),
  ];
}

function observed(day: number): number {
  return weekdayOfDay(day) === 'sunday' ? day + 1 : day;
}

function isBankDay(day: number): boolean {
  const weekday = weekdayOfDay(day);
  return weekday !== 'saturday' && weekday !== 'sunday' && !holidaysByYear.memo(yearOfDay(day)).has(day);
}

/** The nth (from 1) bank business day after a date. Throws RangeError for text that is not a date. */
export function bankDayAfter(date: string, nth = 1): string {
  let day = parseDay(date);
  for (let left = nth; left > 0; ) {
    day += 1;
    if (isBankDay(day)) left -= 1;
  }
  return formatDay(day);
}

/** The nth (from 1) bank business day before a date. Throws RangeError for text that is not a date. */
export function bankDayBefore(date: string, nth = 1): string {
  let day = parseDay(date);
  for (let left = nth; left > 0; ) {
    day -= 1;
    if (isBankDay(day)) left -= 1;
  }
  return formatDay(day);
}

/** The newest bank business day whose cut-off has come at an instant (microseconds since 1970). */
export function lastCutOff(micros: number): { readonly date: string; readonly time: number } {
  for (let day = easternDay(micros); ; day -= 1) {
    const time = easternInstantOfDay(day, CUT_OFF_MINUTE);
    if (isBankDay(day) && time <= micros) return { date: formatDay(day), time };
  }
}

/** The instant of the first cut-off after another one (microseconds since 1970). */
export function nextCutOff(micros: number): number {
  for (let day = easternDay(micros); ; day += 1) {
    const time = easternInstantOfDay(day, CUT_OFF_MINUTE);
    if (isBankDay(day) && time > micros) return time;
  }
}
