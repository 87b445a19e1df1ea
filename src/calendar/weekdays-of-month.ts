/** Days that are defined by a weekday and a month, as day numbers (civil-date.ts). */
import { dayOfDate, weekdayOfDay } from './civil-date.ts';
import { WEEKDAYS, type Weekday } from './schedule.ts';

/** The nth (from 1) such weekday of a month. */
export function nthWeekday(year: number, month: number, weekday: Weekday, nth: number): number {
  const first = dayOfDate(year, month, 1);
  const ahead = (WEEKDAYS.indexOf(weekday) - WEEKDAYS.indexOf(weekdayOfDay(first)) + 7) % 7;
  return first + ahead + 7 * (nth - 1);
}

export function lastMondayOfMay(year: number): number {
  const fifth = nthWeekday(year, 5, 'monday', 5);
  return fifth < dayOfDate(year, 6, 1) ? fifth : fifth - 7;
}
