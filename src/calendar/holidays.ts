/**
 * Holidays and early closes of the US equity market, by the rules in force today (docs/venue/venue.md, V21 and V22).
 * Decisions for single dates (a day of mourning, a storm) follow no rule; the operator enters them.
 */
import { LRUCache } from 'lru-cache';
import { dayOfDate, weekdayOfDay, yearOfDay } from './civil-date.ts';
import { WEEKDAYS } from './schedule.ts';
import { lastMondayOfMay, nthWeekday } from './weekdays-of-month.ts';

/** 13:00 Eastern, in minutes after midnight. */
const EARLY_CLOSE_MINUTE = 13 * 60;

const FIRST_JUNETEENTH = 2022;
const YEARS_CACHED = 64;

/**
 * A full holiday, or a day with or without an early close (minutes after midnight, Eastern). Weekends are not
 * considered.
 */
export type MarketDay =
  | { readonly closed: true; readonly name: string }
  | { readonly closed: false; readonly earlyClose: number | null; readonly name: string | null };

const ORDINARY_DAY: MarketDay = Object.freeze({ closed: false, earlyClose: null, name: null });

/** Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const fromMarch = epact + toSunday - 7 * lateMoon + 114;
  return dayOfDate(year, Math.floor(fromMarch / 31), (fromMarch % 31) + 1);
}

/** Where a holiday on this day is observed: Saturday on Friday, Sunday on Monday. */
function observed(day: number): number {
  const weekday = weekdayOfDay(day);
  if (weekday === 'saturday') return day - 1;
  return weekday === 'sunday' ? day + 1 : day;
}

function fullHolidays(year: number): Array<readonly [number, string]> {
  const newYear = dayOfDate(year, 1, 1);
  const holidays: Array<readonly [number, string]> = [
    [nthWeekday(year, 1, 'monday', 3), 'Martin Luther King, Jr. Day'],
    [nthWeekday(year, 2, 'monday', 3), "Washington's Birthday"],
    [easterSunday(year) - 2, 'Good Friday'],
    [lastMondayOfMay(year), 'Memorial Day'],
    [observed(dayOfDate(year, 7, 4)), 'Independence Day'],
    [nthWeekday(year, 9, 'monday', 1), 'Labor Day'],
    [nthWeekday(year, 11, 'thursday', 4), 'Thanksgiving Day'],
    [observed(dayOfDate(year, 12, 25)), 'Christmas Day'],
  ];
  // A New Year's Day on a Saturday is not observed: Friday is the last trading day of the old year.
  if (weekdayOfDay(newYear) !== 'saturday') holidays.push([observed(newYear), "New Year's Day"]);
  if (year >= FIRST_JUNETEENTH) holidays.push([observed(dayOfDate(year, 6, 19)), 'Juneteenth']);
  return holidays;
}

/** Days that end early. The eve counts only when it and the holiday itself are weekdays: a Monday to a Thursday. */
function earlyCloses(year: number): Array<readonly [number, string]> {
  const closes: Array<readonly [number, string]> = [
    [nthWeekday(year, 11, 'thursday', 4) + 1, 'Day after Thanksgiving'],
  ];
  const eves: Array<readonly [number, string]> = [
    [dayOfDate(year, 7, 3), 'Day before Independence Day'],
    [dayOfDate(year, 12, 24), 'Christmas Eve'],
  ];
  for (const eve of eves) {
    if (WEEKDAYS.indexOf(weekdayOfDay(eve[0])) < WEEKDAYS.indexOf('friday')) closes.push(eve);
  }
  return closes;
}

function daysOfYear(year: number): ReadonlyMap<number, MarketDay> {
  const days: Array<readonly [number, MarketDay]> = [];
  for (const [day, name] of fullHolidays(year)) days.push([day, Object.freeze({ closed: true, name })]);
  for (const [day, name] of earlyCloses(year)) {
    days.push([day, Object.freeze({ closed: false, earlyClose: EARLY_CLOSE_MINUTE, name })]);
  }
  return new Map(days.sort(([one], [other]) => one - other));
}

const daysByYear = new LRUCache<number, ReadonlyMap<number, MarketDay>>({
  max: YEARS_CACHED,
  memoMethod: daysOfYear,
});

/** Full holidays and early closes of a year by day number (civil-date.ts), in order. */
export function marketDaysOfYear(year: number): ReadonlyMap<number, MarketDay> {
  return daysByYear.memo(year);
}

/**
 * The rules for a day number (civil-date.ts). Only the day of observance is a holiday: Friday 3 July 2026 is one,
 * Saturday 4 July 2026 is not.
 */
export function marketDayOn(day: number): MarketDay {
  return marketDaysOfYear(yearOfDay(day)).get(day) ?? ORDINARY_DAY;
}
