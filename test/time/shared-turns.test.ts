import { expect, test } from 'vitest';
import { SharedTurns } from '../../src/time/shared-turns.ts';

/** Turns of the event loop that are taken one by one, on their own clock. */
function manualTurns() {
  const next: (() => void)[] = [];
  const clock = { ms: 0 };
  const turns = new SharedTurns({ nowMs: () => clock.ms, nextTurn: (callback) => void next.push(callback) });
  /** Whether there was one to take; resolves when all that it ran, and what that resolved, is over. */
  const take = async (): Promise<boolean> => {
    const callback = next.shift();
    if (callback === undefined) return false;
    callback();
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  };
  return { turns, clock, take };
}

test('work that does not fit a turn waits for the next ones, in its order', async () => {
  const { turns, clock, take } = manualTurns();
  const done: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    turns.soon(() => {
      done.push(name);
      clock.ms += 1;
    });
  }
  const byTurn: string[] = [];
  while (await take()) byTurn.push(done.splice(0).join(''));
  expect(byTurn).toEqual(['ab', 'cd', 'e']);
});

test('work that schedules its rest comes after all waiting work', async () => {
  const { turns, clock, take } = manualTurns();
  const done: string[] = [];
  const greedy = (left: number): void => {
    done.push('greedy');
    clock.ms += 2;
    if (left > 0) turns.soon(() => greedy(left - 1));
  };
  turns.soon(() => greedy(2));
  turns.soon(() => void done.push('other'));
  while (await take());
  expect(done).toEqual(['greedy', 'other', 'greedy', 'greedy']);
});

test('the time of what a callback resolves counts', async () => {
  const { turns, clock, take } = manualTurns();
  const done: string[] = [];
  const continued = new Promise<void>((resolve) => turns.soon(resolve)).then(() => {
    done.push('continued');
    clock.ms += 3;
  });
  turns.soon(() => void done.push('next turn'));
  await take();
  await continued;
  expect(done).toEqual(['continued']);
  await take();
  expect(done).toEqual(['continued', 'next turn']);
});

test('work that fails stops none of the others', async () => {
  const { turns, take } = manualTurns();
  const done: string[] = [];
  turns.soon(() => {
    throw new Error('failed');
  });
  turns.soon(() => void done.push('other'));
  await expect(take()).rejects.toThrow('failed');
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual(['other']);
});
