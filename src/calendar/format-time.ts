/**
 * Instants as text, in UTC. Cheap enough for every message: no zone library, and civil-date.ts caches the last date.
 */
import { formatDay } from './civil-date.ts';

const SECOND = 1_000_000;
const SECONDS_A_DAY = 86_400;
const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

function secondsText(seconds: number, separator: ' ' | 'T'): string {
  const day = Math.floor(seconds / SECONDS_A_DAY);
  const second = seconds - day * SECONDS_A_DAY;
  const hour = Math.floor(second / 3600);
  const minute = Math.floor(second / 60) % 60;
  return `${formatDay(day)}${separator}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second % 60]}`;
}

/**
 * YYYY-MM-DD HH:MM:SS in UTC (conventions: Times) of microseconds since 1970; fractions of a second are cut off.
 * Throws RangeError when the year has not three or four digits, or the time is not a number.
 */
export function formatTimestamp(micros: number): string {
  return secondsText(Math.floor(micros / SECOND), ' ');
}

/**
 * RFC 3339 in UTC with six decimals, 2026-03-02T14:30:00.000001Z, of whole microseconds since 1970.
 * Throws RangeError as formatTimestamp does.
 */
export function formatInstant(micros: number): string {
  const seconds = Math.floor(micros / SECOND);
  const fraction = Math.floor(micros) - seconds * SECOND;
  return `${secondsText(seconds, 'T')}.${String(fraction + SECOND).slice(1)}Z`;
}
