import { expect, test } from 'vitest';
import { Flusher } from '../../src/marketdata/wire/flusher.ts';

/** Turns that happen one by one when the test says so. */
class Turns {
  readonly #callbacks: (() => void)[] = [];
  ms = 0;
  nowMs = (): number => this.ms;

  readonly soon = (callback: () => void) => {
    this.#callbacks.push(callback);
  };

  get waiting(): number {
    return this.#callbacks.length;
  }

  /** Returns how many writers were flushed in each turn until none is due. */
  run(flushed: readonly unknown[]): number[] {
    const counts: number[] = [];
    for (let callback = this.#callbacks.shift(); callback !== undefined; callback = this.#callbacks.shift()) {
      const before = flushed.length;
      callback();
      counts.push(flushed.length - before);
    }
    return counts;
  }
}

function writers(count: number, flushed: number[]) {
  return Array.from({ length: count }, (_, index) => ({ flush: () => void flushed.push(index) }));
}

test('a turn serves 256 writers, in order, and leaves the rest to the next ones', () => {
  const turns = new Turns();
  const flusher = new Flusher(turns);
  const flushed: number[] = [];
  for (const writer of writers(600, flushed)) flusher.add(writer);
  expect([turns.waiting, flushed.length]).toEqual([1, 0]);
  expect(turns.run(flushed)).toEqual([256, 256, 88]);
  expect(flushed).toEqual(flushed.map((_, index) => index));
});

test('a turn ends sooner where its writers take long', () => {
  const turns = new Turns();
  const flusher = new Flusher(turns);
  const flushed: number[] = [];
  for (const { flush } of writers(100, flushed)) {
    flusher.add({
      flush: () => {
        flush();
        turns.ms += 0.05;
      },
    });
  }
  expect(turns.run(flushed)).toEqual([32, 32, 32, 4]);
});

test('writers that come between two turns wait after those that wait already, and none is served twice', () => {
  const turns = new Turns();
  const flusher = new Flusher(turns);
  const flushed: number[] = [];
  const late = { flush: () => void flushed.push(-1) };
  const all = writers(257, flushed);
  const [first] = all;
  all[0] = {
    flush: () => {
      first?.flush();
      flusher.add(late);
    },
  };
  for (const writer of all) flusher.add(writer);
  expect(turns.run(flushed)).toEqual([256, 2]);
  expect(flushed.slice(-2)).toEqual([256, -1]);
});

test('after it has served all it serves what comes next, and no turn is asked for in vain', () => {
  const turns = new Turns();
  const flusher = new Flusher(turns);
  const flushed: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (const writer of writers(2, flushed)) flusher.add(writer);
    expect(turns.waiting).toBe(1);
    expect(turns.run(flushed)).toEqual([2]);
  }
  expect(turns.waiting).toBe(0);
});
