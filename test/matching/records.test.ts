import { expect, test } from 'vitest';
import { BUY, Engine, NONE, SELL } from '../../src/matching/index.ts';
import { WORDS } from '../../src/matching/store/arena.ts';
import { Records } from '../../src/matching/store/records.ts';
import { Recorder } from '../model/recorder.ts';

/** A few records more than the first chunks hold. */
const MANY = 5000;

test('no two records lie on each other, whoever has taken them, and words in a row are 0', () => {
  const first = new Records();
  const second = new Records();
  const starts = new Set<number>();
  for (let i = 0; i < MANY; i++) for (const records of [first, second]) starts.add(records.take());
  expect(starts.size).toBe(2 * MANY);
  expect([...starts].filter((start) => start === 0 || start % 16 !== 0)).toEqual([]);

  const run = first.takeRun(1072);
  const words = WORDS.subarray(run, run + 1072);
  expect(words.every((word) => word === 0)).toBe(true);
  const within = [...starts].filter((start) => start >= run && start < run + 1072);
  expect(within).toEqual([]);
});

test('what has ended is used again first, and a table that is not needed becomes records', () => {
  const records = new Records();
  const [one, two] = [records.take(), records.take()];
  records.put(one);
  records.put(two);
  expect([records.take(), records.take()]).toEqual([two, one]);

  const table = records.takeTable(8192);
  records.makeRecords(table, 8192);
  const before = records.bytes;
  const taken = new Set(Array.from({ length: 8192 / 16 }, () => records.take()));
  expect(taken.has(table)).toBe(true);
  expect(records.bytes).toBe(before);
});

test('an engine whose orders come and go does not grow', () => {
  const engine = new Engine(new Recorder());
  engine.addBook(1, true);
  const round = (first: number) => {
    for (let id = first; id < first + MANY; id++) {
      engine.enter(
        1,
        id,
        id % 2 === 0 ? BUY : SELL,
        id % 2 === 0 ? 900 - (id % 300) : 1000 + (id % 300),
        5,
        NONE,
        0,
        false,
        true,
      );
    }
    for (let id = first; id < first + MANY; id++) engine.cancel(id);
  };
  round(1);
  const { bytes } = engine;
  for (let i = 1; i < 5; i++) round(1 + i * MANY);
  expect(engine.orderCount).toBe(0);
  expect(engine.bytes).toBe(bytes);
});

test('an order takes at most 100 bytes outside of the heap, its place in the table of ids included', () => {
  const engine = new Engine(new Recorder());
  engine.addBook(1, true);
  const count = 100_000;
  for (let id = 1; id <= count; id++) engine.enter(1, id * 100 + 7, BUY, 1000 + (id % 100), 5, NONE, 0, false, true);
  expect(engine.bytes / count).toBeLessThan(100);
});
