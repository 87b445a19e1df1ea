import { expect, test } from 'vitest';
import { BoundedCache } from '../../src/calendar/bounded-cache.ts';

test('computes once, keeps at most the limit, and drops what was computed first', () => {
  const computed: number[] = [];
  const cache = new BoundedCache<number, { key: number }>(2);
  const get = (key: number) =>
    cache.get(key, (wanted) => {
      computed.push(wanted);
      return { key: wanted };
    });

  const one = get(1);
  expect(get(1)).toBe(one);
  get(2);
  get(3);
  expect(cache.size).toBe(2);
  expect(computed).toEqual([1, 2, 3]);
  get(2);
  get(3);
  expect(computed).toEqual([1, 2, 3]);
  expect(get(1)).toEqual({ key: 1 });
  expect(computed).toEqual([1, 2, 3, 1]);
  expect(cache.size).toBe(2);

  cache.forget(3);
  get(3);
  expect(computed).toEqual([1, 2, 3, 1, 3]);
});

test.each([0, -1, 1.5, Number.NaN])('a limit of %d is refused', (limit) => {
  expect(() => new BoundedCache(limit)).toThrow(RangeError);
});
