import { expect, test } from 'vitest';
import { warmUp } from '../../src/exchange/desks/warm-up.ts';

test('what runs seldom has run: openings that match and searches of some length', () => {
  const { matches, steps } = warmUp();
  expect(matches).toBeGreaterThan(500);
  expect(steps).toBeGreaterThan(100_000);
});
