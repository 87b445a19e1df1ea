import { expect, test } from 'vitest';
import { TokenBucket } from '../../src/time/token-bucket.ts';

const takeAll = (bucket: TokenBucket, nowMs: number): number => {
  let taken = 0;
  while (bucket.take(nowMs)) taken += 1;
  return taken;
};

test('lends what it does not have, until time has earned it', () => {
  const bucket = new TokenBucket(10, 5, 1_000);
  expect([bucket.borrow(1_000, 5), bucket.borrow(1_000, 1), bucket.borrow(1_000, 2)]).toEqual([0, 100, 300]);
  expect([bucket.borrow(1_250, 0), bucket.take(1_250)]).toEqual([50, false]);
  expect([bucket.borrow(1_300, 0), bucket.take(1_300), bucket.take(1_400)]).toEqual([0, false, true]);
});

test('gives the burst at once, then what time earns, never more than the burst', () => {
  const bucket = new TokenBucket(10, 5, 1_000);
  expect(takeAll(bucket, 1_000)).toBe(5);
  expect(takeAll(bucket, 1_099)).toBe(0);
  expect(takeAll(bucket, 1_100)).toBe(1);
  expect(takeAll(bucket, 1_450)).toBe(3);
  expect(takeAll(bucket, 1_500)).toBe(1);
  expect(takeAll(bucket, 99_000)).toBe(5);
});

test('is empty after more was spent than it has, until time has earned the difference', () => {
  const bucket = new TokenBucket(10, 5, 1_000);
  bucket.spend(7);
  expect([bucket.take(1_000), bucket.secondsToWait, bucket.take(1_299), bucket.take(1_300)]).toEqual([
    ...[false, 1, false, true],
  ]);
});
