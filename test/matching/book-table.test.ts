import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BookTable } from '../../src/matching/store/book-table.ts';
import { Records, type Ref } from '../../src/matching/store/records.ts';

// Counted, scattered, and no whole number of 32 bits.
const id = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 2000 }),
  fc.constantFrom(-1, 0.5, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER),
);

test('finds the books that a Map finds, however they are numbered', () => {
  const records = new Records();
  const property = fc.property(fc.array(id, { maxLength: 200, size: 'max' }), (ids) => {
    const table = new BookTable(records);
    const expected = new Map<number, Ref>();
    for (const bookId of ids) {
      expect(table.get(bookId)).toBe(expected.get(bookId) ?? 0);
      if (expected.has(bookId)) continue;
      const sides = records.takePair();
      expect(sides & 16).toBe(0);
      table.add(bookId, sides);
      expected.set(bookId, sides);
    }
    for (const [bookId, sides] of expected) expect(table.get(bookId)).toBe(sides);
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});
