/** When a delivery that failed is made again, for registrations that ask for it (C78). */

import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';

const SECOND_MS = 1000;

/** For how long after it was fired a webhook is tried. */
export const RETRIED_FOR_MS = 72 * HOUR_MS;

/** Between two looks for what a delivery needs; longer the longer it has waited. */
const UNREADABLE_MS_MAX = 5 * MINUTE_MS;

/** When a delivery whose key could not be read is tried again, as long as webhooks are tried; then null. */
export function nextReadMs(firedMs: number, nowMs: number): number | null {
  const waitedMs = nowMs - firedMs;
  if (waitedMs >= RETRIED_FOR_MS) return null;
  return nowMs + Math.min(UNREADABLE_MS_MAX, Math.max(SECOND_MS, waitedMs));
}

/** Waits between attempts; the last one again and again. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  12 * HOUR_MS,
];

/**
 * The time of the next attempt, in milliseconds since 1970, after `attempts` of them; the last one is made 72 hours
 * after the firing, and null follows it.
 */
export function nextAttemptMs(firedMs: number, attempts: number, nowMs: number): number | null {
  const lastMs = firedMs + RETRIED_FOR_MS;
  if (nowMs >= lastMs) return null;
  const waitMs = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? SECOND_MS;
  return Math.min(nowMs + waitMs, lastMs);
}
