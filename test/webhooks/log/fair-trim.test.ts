import { expect, test } from 'vitest';
import { shareOf } from '../../../src/webhooks/log/fair-trim.ts';

test.each([
  { counts: [], max: 10, share: Number.POSITIVE_INFINITY },
  { counts: [10], max: 10, share: Number.POSITIVE_INFINITY },
  { counts: [11], max: 10, share: 10 },
  { counts: [1, 100], max: 10, share: 9 },
  { counts: [100, 2, 100, 3], max: 15, share: 5 },
  { counts: [4, 4, 4], max: 11, share: 3 },
  { counts: [5, 5, 5], max: 2, share: 1 },
])('of $counts rows each may keep $share, so that $max are kept', ({ counts, max, share }) => {
  expect(shareOf(counts, max)).toBe(share);
});
