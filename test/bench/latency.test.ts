import { describe, expect, test } from 'vitest';
import { drive } from '../../bench/latency/driver.ts';
import { PauseRecorder } from '../../bench/latency/pauses.ts';
import { schedule } from '../../bench/latency/schedule.ts';
import { nowNs } from '../../bench/support/latency-clock.ts';

const MS = 1_000_000;

describe('when messages are due', () => {
  test('fixed: evenly, without an error that adds up', () => {
    expect([...schedule('fixed', 4, 500_000, 1)]).toEqual([0, 2000, 4000, 6000]);
    expect(schedule('fixed', 3_000_001, 3_000_000, 1)[3_000_000]).toBe(1e9);
  });

  test('poisson: at random, at the same rate, the same for a seed', () => {
    const due = schedule('poisson', 100_001, 200_000, 7);
    const gaps = Array.from({ length: 100_000 }, (_, i) => due[i + 1]! - due[i]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    const mean = gaps.reduce((sum, gap) => sum + gap) / gaps.length;
    expect(mean / 5000).toBeCloseTo(1, 1);
    // The gaps of a Poisson process have a standard deviation as large as their mean.
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    expect(deviation / mean).toBeCloseTo(1, 1);
    expect(schedule('poisson', 100_001, 200_000, 7)).toEqual(due);
    expect(schedule('poisson', 10, 200_000, 8)).not.toEqual(due.subarray(0, 10));
  });
});

test('a message that is held up by the one before it counts with its wait', () => {
  const busyUntil = (end: number) => {
    while (nowNs() < end) {}
  };
  // Every millisecond one; the second takes 5 ms, so that the following ones are late by 4, 3, ... ms.
  const dueNs = Float64Array.from({ length: 10 }, (_, i) => i * MS);
  const latenciesNs = new Float64Array(10);
  const sent: number[] = [];
  drive(
    (message) => {
      sent.push(message);
      if (message === 1) busyUntil(nowNs() + 5 * MS);
    },
    dueNs,
    latenciesNs,
  );
  expect(sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [message, ms] of [5, 4, 3, 2].entries()) {
    expect(latenciesNs[message + 1]).toBeGreaterThanOrEqual(ms * MS);
  }
  expect(Math.min(...latenciesNs)).toBeGreaterThanOrEqual(0);
});

test('collections of garbage are counted while they are asked for', async () => {
  const recorder = new PauseRecorder();
  const start = performance.now();
  let kept: number[][] = [];
  for (let i = 0; i < 400; i++) kept = [...kept.slice(-2), new Array<number>(200_000).fill(i)];
  const during = await recorder.between(start, performance.now());
  const nothing = await recorder.between(performance.now(), performance.now());
  recorder.stop();
  expect(kept).toHaveLength(3);
  expect(during.count).toBeGreaterThan(0);
  expect(Object.values(during.byKind).reduce((sum, count) => sum + count)).toBe(during.count);
  expect(during.longestMs).toBeLessThanOrEqual(during.totalMs);
  expect(nothing).toEqual({ count: 0, totalMs: 0, longestMs: 0, byKind: {} });
});
