import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fifo } from '../../src/exchange/collections/fifo.ts';

test('does what an array with push and shift does, also when it gives room back', () => {
  const step = fc.record({ push: fc.nat({ max: 1500 }), shift: fc.nat({ max: 1500 }) });
  const property = fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
    const fifo = new Fifo<number>();
    const expected: number[] = [];
    let next = 0;
    for (const { push, shift } of steps) {
      for (let n = 0; n < push; n++) {
        fifo.push(next);
        expected.push(next++);
      }
      let differences = 0;
      for (let n = 0; n < shift; n++) if (fifo.shift() !== expected.shift()) differences++;
      expect(differences).toBe(0);
      expect(fifo.size).toBe(expected.length);
      expect(fifo.first).toBe(expected[0]);
      expect(fifo.toArray()).toEqual(expected);
      const [bound, count] = [next - Math.floor(push / 2), Math.ceil(push / 3)];
      const below = expected.filter((item) => item < bound);
      expect(fifo.newestBelow(bound, count)).toEqual(count === 0 ? [] : below.slice(-count));
    }
  });
  fc.assert(property, { numRuns: 100, seed: 1 });
});
