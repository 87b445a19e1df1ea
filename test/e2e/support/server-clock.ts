/**
 * A clock for servers of tests that a cut-off, the close of a market or the end of a day would spoil: when the test
 * begins it is noon in New York, and time goes on from there. No cut-off is nearer than an hour.
 */
import { easternDate, easternInstant } from '../../../src/calendar/eastern-time.ts';
import type { Weekday } from '../../../src/calendar/schedule.ts';
import { weekdayOf } from '../../support/dates.ts';

const SET_CLOCK = new URL('./set-clock.mjs', import.meta.url).href;
const NOON = 12 * 60;
const DAY_MS = 24 * 3600 * 1000;

export interface ServerClock {
  nowMs(): number;
  /** What makes it the clock of a server. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Of today, or of the last day that was this one of the week. */
export function clockAtNoon(on?: Weekday): ServerClock {
  let dayMs = Date.now();
  while (on !== undefined && weekdayOf(easternDate(dayMs * 1000)) !== on) dayMs -= DAY_MS;
  return clockFrom(Math.floor(easternInstant(easternDate(dayMs * 1000), NOON) / 1000));
}

/** It is that moment now, and time goes on from there. */
export function clockFrom(ms: number): ServerClock {
  const aheadMs = ms - Date.now();
  return {
    nowMs: () => Date.now() + aheadMs,
    settings: { NODE_OPTIONS: `--import=${SET_CLOCK}`, CLOCK_AHEAD_MS: String(aheadMs) },
  };
}
