import { expect, test } from 'vitest';
import { nextAttemptMs, RETRIED_FOR_MS } from '../../../src/webhooks/delivery/retry-schedule.ts';

/** Times of the attempts, in milliseconds after the firing, where each takes so long and fails. */
function attemptsMs(durationMs: number): number[] {
  const times = [0];
  for (;;) {
    const next = nextAttemptMs(0, times.length, times.at(-1)! + durationMs);
    if (next === null) return times;
    times.push(next);
  }
}

test('waits grow from five seconds to twelve hours', () => {
  const hours = attemptsMs(0).map((ms) => Math.round((ms / 3_600_000) * 100) / 100);
  expect(hours).toEqual([0, 0, 0.01, 0.09, 0.59, 2.59, 7.59, 17.59, 29.59, 41.59, 53.59, 65.59, 72]);
});

test('the last attempt is 72 hours after the firing, however long attempts take', () => {
  for (const durationMs of [0, 5000, 3_600_000]) expect(attemptsMs(durationMs).at(-1)).toBe(RETRIED_FOR_MS);
});

test('a webhook that could not be tried in all of that time is not tried again', () => {
  expect(nextAttemptMs(0, 1, RETRIED_FOR_MS)).toBeNull();
});
