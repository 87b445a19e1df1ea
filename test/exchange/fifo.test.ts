import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fifo } from '../../src/exchange/collections/fifo.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

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

test('keeps no item in memory that was taken', async () => {
  const fifo = new Fifo<object>();
  const taken = ((): WeakRef<object>[] => {
    for (let n = 0; n < 10; n++) fifo.push({ n });
    return Array.from({ length: 9 }, () => new WeakRef(fifo.shift()!));
  })();
  // A WeakRef keeps what it was made for until the end of the turn.
  await new Promise(setImmediate);
  collectGarbage();
  expect(taken.filter((one) => one.deref() !== undefined)).toEqual([]);
  expect(fifo.shift()).toEqual({ n: 9 });
});
