import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BitRow, firstAtLeast, passesFor, unite, wordsFor } from '../../src/matching/search/bit-row.ts';

const MOST = 300;

function rowOf(sums: Iterable<number>): BitRow {
  const row = new Int32Array(wordsFor(MOST));
  for (const sum of sums) row[sum >>> 5]! |= 1 << (sum & 31);
  return row;
}

function sumsOf(row: BitRow): number[] {
  return Array.from({ length: row.length * 32 }, (_, sum) => sum).filter((sum) => row[sum >>> 5]! & (1 << (sum & 31)));
}

/** A sum, then another, and so on: some far apart, some neighbours. */
const sums = fc.uniqueArray(fc.integer({ min: 0, max: MOST }), { minLength: 1, maxLength: 30 });
const group = fc
  .tuple(fc.integer({ min: 1, max: 120 }), fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }), fc.nat(400)))
  .map(([low, width]) => [low, low + width] as const);
const plain = fc
  .oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 31 }))
  .map((n) => [1, n] as const);

test('one more group reaches the sums that it makes with those that were reached', () => {
  const property = fc.property(sums, fc.oneof(group, plain), (before, [low, high]) => {
    const row = rowOf(before);
    const target = new Int32Array(row.length).fill(-1);
    unite(target, row, low, high, new Int32Array(row.length).fill(-1));
    const last = row.length * 32 - 1;
    const reached = new Set(before);
    for (const sum of before) for (let to = sum + low; to <= Math.min(sum + high, last); to++) reached.add(to);
    expect(sumsOf(target)).toEqual([...reached].sort((a, b) => a - b));
    expect(sumsOf(row)).toEqual(before.toSorted((a, b) => a - b));
    expect(passesFor(low, high)).toBeGreaterThan(0);
  });
  fc.assert(property, { numRuns: 2000, seed: 1 });
});

test('the next sum that is reached', () => {
  const property = fc.property(sums, fc.integer({ min: 0, max: 400 }), (reached, from) => {
    const next = reached.filter((sum) => sum >= from).sort((a, b) => a - b)[0] ?? Infinity;
    expect(firstAtLeast(rowOf(reached), from)).toBe(next);
  });
  fc.assert(property, { numRuns: 1000, seed: 1 });
});
