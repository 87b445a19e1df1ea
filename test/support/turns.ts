import { onTestFinished } from 'vitest';

/** Turns of the event loop, counted until the test is over. */
export function countTurns(): { turns: number } {
  const counter = { turns: 0 };
  const count = () => {
    counter.turns++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  onTestFinished(() => clearImmediate(immediate));
  return counter;
}

/** How often something happened in each turn. */
export function countPerTurn(): { add(): void; readonly most: number; readonly total: number } {
  const counter = countTurns();
  const counts = new Map<number, number>();
  return {
    add: () => counts.set(counter.turns, (counts.get(counter.turns) ?? 0) + 1),
    get most() {
      return Math.max(0, ...counts.values());
    },
    get total() {
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
