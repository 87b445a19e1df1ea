import { describe, expect, test } from 'vitest';
import { nextDrawing } from '../../console/src/data/drawing-times.ts';

/** The times in a second of a topic that changes all the time, first at `from`. */
function timesOf(everyMs: number, from: number): number[] {
  const times: number[] = [];
  for (let at = nextDrawing(from, everyMs); at <= 2000; at = nextDrawing(at, everyMs)) if (at > 1000) times.push(at);
  return times;
}

describe('topics of the console', () => {
  test('that change all the time are drawn at the same twenty times a second, none too often (N13)', () => {
    const topics = [
      [50, 7.3],
      [50, 31.9],
      [100, 44.1],
      [200, 12.5],
      [250, 26.2],
    ] as const;
    const times = topics.map(([everyMs, from]) => timesOf(everyMs, from));
    expect(new Set(times.flat()).size).toBe(20);
    expect(times.map(({ length }) => length)).toEqual([20, 20, 10, 5, 4]);
  });

  test('are drawn no sooner than their time after one that was not awaited', () => {
    for (const drawnAt of [0, 1, 49.9, 50, 1013.4]) {
      expect(nextDrawing(drawnAt, 100) - drawnAt).toBeGreaterThanOrEqual(100);
      expect(nextDrawing(drawnAt, 100) - drawnAt).toBeLessThan(150);
    }
  });
});
