import { expect, test } from 'vitest';
import { inSteps } from '../../src/service/venue/projected-steps.ts';

test('what the history holds is passed on in steps of one turn each, also what it came to meanwhile', () => {
  const turns: (() => void)[] = [];
  const told: number[] = [];
  const tell = inSteps({ projected: (seq) => void told.push(seq), from: 100, soon: (step) => void turns.push(step) });
  tell(50);
  expect([told, turns.length]).toEqual([[], 0]);
  tell(2148);
  turns.shift()?.();
  tell(2500);
  expect([told, turns.length]).toEqual([[1124], 1]);
  while (turns.length > 0) turns.shift()?.();
  expect(told).toEqual([1124, 2148, 2500]);
  tell(2501);
  turns.shift()?.();
  expect([told.at(-1), turns.length]).toEqual([2501, 0]);
});
