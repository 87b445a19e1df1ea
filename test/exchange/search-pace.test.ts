import { expect, test } from 'vitest';
import { SearchPace } from '../../src/exchange/sequencer/search-pace.ts';

test('before a search was timed, a step is taken for a slow one', () => {
  expect(new SearchPace().stepsIn(4)).toBe(62_500);
});

test('the pace follows what was seen, within bounds', () => {
  const pace = new SearchPace();
  for (let i = 0; i < 20; i++) pace.observe(1_000_000, 4);
  expect(pace.stepsIn(4)).toBeCloseTo(1_000_000, -3);
  for (let i = 0; i < 40; i++) pace.observe(1_000_000, 0);
  expect(pace.stepsIn(4)).toBeCloseTo(4_000_000, -1);
  for (let i = 0; i < 40; i++) pace.observe(10_000, 60_000);
  expect(pace.stepsIn(4)).toBe(20_000);
});

test('a few steps among other work say nothing', () => {
  const pace = new SearchPace();
  pace.observe(9_999, 1000);
  expect(pace.stepsIn(4)).toBe(62_500);
});
