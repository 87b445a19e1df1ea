import { expect, test } from 'vitest';
import { TurnClock } from '../../src/time/turn-clock.ts';

test('a turn is long from its eighth question on, and the next one begins with eight further questions', () => {
  const time = { ms: 100 };
  const next: (() => void)[] = [];
  const clock = new TurnClock(4, { nowMs: () => time.ms, nextTurn: (callback) => void next.push(callback) });
  const isLongAt = (ms: number) => {
    time.ms = ms;
    return clock.isLong;
  };
  for (let question = 0; question < 7; question++) expect(isLongAt(90)).toBe(false);
  expect([isLongAt(100), isLongAt(104), isLongAt(104.5), isLongAt(300)]).toEqual([false, false, true, true]);
  expect(next).toHaveLength(1);
  next.shift()?.();
  for (let question = 0; question < 7; question++) expect(isLongAt(299)).toBe(false);
  expect([isLongAt(300), isLongAt(303), isLongAt(305)]).toEqual([false, false, true]);
  expect(next).toHaveLength(1);
});
