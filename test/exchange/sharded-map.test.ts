import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ShardedMap } from '../../src/exchange/collections/sharded-map.ts';

const id = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((n) => n * 100),
  fc.integer({ min: 0, max: 40 }).map((n) => Number.MAX_SAFE_INTEGER - n * 2 ** 32),
);
const text = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.string({ minLength: 20, maxLength: 40, unit: fc.constantFrom('a', 'b') }),
);

test.each([
  ['numbers', id],
  ['texts', text],
] as const)('does what a Map does, keys that are %s', (_name, key: fc.Arbitrary<number | string>) => {
  const step = fc.record({ what: fc.constantFrom('set', 'set', 'delete'), key, value: fc.nat() });
  const property = fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
    const map = new ShardedMap<number | string, number>();
    const expected = new Map<number | string, number>();
    for (const { what, key, value } of steps) {
      if (what === 'delete') expect(map.delete(key)).toBe(expected.delete(key));
      else {
        map.set(key, value);
        expected.set(key, value);
      }
      expect(map.size).toBe(expected.size);
    }
    for (const { key } of steps) expect(map.get(key)).toBe(expected.get(key));
    expect([...map.values()].sort()).toEqual([...expected.values()].sort());
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});

test('gives its values in the same order each time', () => {
  const filled = () => {
    const map = new ShardedMap<number, number>();
    for (let n = 1; n <= 1000; n++) map.set(n * 100, n);
    return [...map.values()];
  };
  expect(filled()).toEqual(filled());
});
