/**
 * Dates without a clock or a zone: text YYYY-MM-DD outside, inside a day number, whole days since 1970-01-01.
 * Years 0100 to 9999.
 */
import { WEEKDAYS, type Weekday } from './schedule.ts';

const DAY_MS = 86_400_000;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const LAST_DAY = Date.UTC(9999, 11, 31) / DAY_MS;
const FIRST_DAY = Date.UTC(100, 0, 1) / DAY_MS;

// Most calls ask for the same day as the call before.
let lastDay = 0;
let lastDate = '1970-01-01';

/** The day number of a date, or null for text that is not an existing date YYYY-MM-DD. */
function dayOrNull(date: string): number | null {
  if (!PATTERN.test(date)) return null;
  const [year, month, dayOfMonth] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  // Date.UTC would take 30 February, and years below 100, for others.
  const exists = year >= 100 && month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysIn(year, month);
  return exists ? dayOfDate(year, month, dayOfMonth) : null;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Day number of a year, month (1 to 12) and day of the month. A day past the end of the month counts on. */
export function dayOfDate(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}

/** Whether the text is an existing date YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return dayOrNull(text) !== null;
}

/** Day number of a date. Throws RangeError for text that is not an existing date. */
export function parseDay(date: string): number {
  const day = dayOrNull(date);
  if (day === null) throw new RangeError(`not a date YYYY-MM-DD: ${JSON.stringify(date).slice(0, 40)}`);
  return day;
}

/** YYYY-MM-DD of a day number. Throws RangeError outside of the years 0100 to 9999. */
export function formatDay(day: number): string {
  if (day !== lastDay) {
    if (!(day >= FIRST_DAY && day <= LAST_DAY)) throw new RangeError(`day out of range: ${day}`);
    lastDate = new Date(day * DAY_MS).toISOString().slice(0, 10);
    lastDay = day;
  }
  return lastDate;
}

export function yearOfDay(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

export function weekdayOfDay(day: number): Weekday {
  // 1970-01-01 was a Thursday. The second remainder is for days before it.
  return WEEKDAYS[(((day + 3) % 7) + 7) % 7] as Weekday;
}
