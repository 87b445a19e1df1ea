import { expect, test } from 'vitest';
import { TokenBucket } from '../../src/time/token-bucket.ts';

const takeAll = (bucket: TokenBucket, nowMs: number): number => {
  let taken = 0;
  while (bucket.take(nowMs)) taken += 1;
  return taken;
};

test('gives the burst at once, then what time earns, never more than the burst', () => {
  const bucket = new TokenBucket(10, 5, 1_000);
  expect(takeAll(bucket, 1_000)).toBe(5);
  expect(takeAll(bucket, 1_099)).toBe(0);
  expect(takeAll(bucket, 1_100)).toBe(1);
  expect(takeAll(bucket, 1_450)).toBe(3);
  expect(takeAll(bucket, 1_500)).toBe(1);
  expect(takeAll(bucket, 99_000)).toBe(5);
});
