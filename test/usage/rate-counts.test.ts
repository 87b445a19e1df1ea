import { expect, test } from 'vitest';
import { RateCounts } from '../../src/usage/index.ts';

const WINDOW_MS = 60_000;

test('a node that connects learns what was counted by age, without what is over', () => {
  let nowMs = 0;
  const rate = new RateCounts({ max: 10, windowMs: WINDOW_MS, namesMax: 10, nowMs: () => nowMs });
  const byAge = () => [...rate.counted()].map(([name, counts]) => [name, ...counts]);
  rate.take('C1');
  rate.take('C1');
  nowMs += WINDOW_MS / 12;
  rate.take('C1');
  expect(byAge()).toEqual([['C1', 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]);
  nowMs += WINDOW_MS;
  expect(byAge()).toEqual([['C1', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]);
  nowMs += WINDOW_MS;
  expect(byAge()).toEqual([]);
});
