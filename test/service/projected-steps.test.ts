import { expect, test } from 'vitest';
import { inSteps } from '../../src/service/venue/venue.ts';

test('what the history holds is passed on in steps of one turn each, also what it came to meanwhile', () => {
  const turns: (() => void)[] = [];
  const received: number[] = [];
  const advance = inSteps({
    projected: (seq) => void received.push(seq),
    from: 100,
    soon: (step) => void turns.push(step),
  });
  advance(50);
  expect([received, turns.length]).toEqual([[], 0]);
  advance(2148);
  turns.shift()?.();
  advance(2500);
  expect([received, turns.length]).toEqual([[1124], 1]);
  while (turns.length > 0) turns.shift()?.();
  expect(received).toEqual([1124, 2148, 2500]);
  advance(2501);
  turns.shift()?.();
  expect([received.at(-1), turns.length]).toEqual([2501, 0]);
});
