import { describe, expect, test } from 'vitest';
import { type Costed, FairTake } from '../../src/exchange/sequencer/fair-take.ts';

const LIMITS = { commands: 5, steps: 100, clientSteps: 60 };

interface Item extends Costed {
  readonly number: number;
}

/** Commands in the order in which they came, written as client and steps. */
function waiting(...items: readonly (readonly [clientId: string, steps: number])[]): Item[] {
  return items.map(([clientId, steps], number) => ({ clientId, steps, number }));
}

function numbers(items: readonly Item[]): number[] {
  return items.map(({ number }) => number);
}

describe('which commands make the next group', () => {
  test('commands that cost nothing are taken as they came, up to the size of a group', () => {
    const { taken, left } = new FairTake().split(
      waiting(['a', 0], ['b', 0], ['a', 0], ['c', 0], ['b', 0], ['a', 0], ['d', 0]),
      LIMITS,
      (item) => item,
    );
    expect(numbers(taken)).toEqual([0, 1, 2, 3, 4]);
    expect(numbers(left)).toEqual([5, 6]);
  });

  test('a client has its share, and its later commands stay later; the others go on', () => {
    const { taken, left } = new FairTake().split(
      waiting(['a', 30], ['a', 20], ['a', 20], ['a', 0], ['b', 0], ['c', 30]),
      LIMITS,
      (item) => item,
    );
    expect(numbers(taken)).toEqual([0, 1, 4, 5]);
    expect(numbers(left)).toEqual([2, 3]);
  });

  test('one command is taken however much it costs', () => {
    const { taken, left } = new FairTake().split(waiting(['a', 5000], ['a', 1], ['b', 7]), LIMITS, (item) => item);
    expect(numbers(taken)).toEqual([0]);
    expect(numbers(left)).toEqual([1, 2]);
  });

  test('where there is no room for searches, only commands that cost nothing are taken', () => {
    const limits = { ...LIMITS, steps: 0, clientSteps: 0 };
    const { taken, left } = new FairTake().split(
      waiting(['a', 0], ['a', 1], ['a', 0], ['b', 0]),
      limits,
      (item) => item,
    );
    expect(numbers(taken)).toEqual([0, 3]);
    expect(numbers(left)).toEqual([1, 2]);
  });

  test('clients with costly commands take turns', () => {
    const fair = new FairTake();
    let rest = waiting(['a', 90], ['a', 90], ['a', 90], ['b', 90], ['c', 90], ['b', 90]);
    const order: number[] = [];
    while (rest.length > 0) {
      const { taken, left } = fair.split(rest, LIMITS, (item) => item);
      order.push(...numbers(taken));
      rest = left;
    }
    expect(order).toEqual([0, 3, 4, 1, 5, 2]);
  });

  test('what one client leaves of its share others use', () => {
    const { taken } = new FairTake().split(
      waiting(['a', 10], ['b', 10], ['b', 40], ['b', 30], ['a', 10]),
      LIMITS,
      (item) => item,
    );
    expect(numbers(taken)).toEqual([0, 1, 2, 4]);
  });
});
