/** Calls that wait for SQLite share a turn of the event loop for a bounded time (hostile callers, bench/hostile). */
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { TurnShare } from '../../src/database/sqlite/node-sqlite-driver.ts';

/** A manual event loop: callers that enter note the turn in which they did. */
function manualTurns() {
  let turn = 0;
  let now = 0;
  let waiting: (() => void)[] = [];
  const share = new TurnShare({ nowMs: () => now, nextTurn: (callback) => waiting.push(callback) });
  return {
    /** Enters, and works for that long. */
    enter: async (workMs: number): Promise<number> => {
      await share.enter();
      now += workMs;
      return turn;
    },
    next: () => {
      turn++;
      const due = waiting;
      waiting = [];
      for (const callback of due) callback();
    },
  };
}

test('whoever comes when the time of a turn is up waits for the next one', async () => {
  const { enter, next } = manualTurns();
  expect([await enter(0.5), await enter(1), await enter(3)]).toEqual([0, 0, 0]);
  const late = enter(2);
  next();
  expect(await late).toBe(1);
  const later = enter(0.1);
  next();
  expect([await later, await enter(0.1)]).toEqual([2, 2]);
});

test('a turn without callers leaves the next one its whole time', async () => {
  const { enter, next } = manualTurns();
  expect(await enter(5)).toBe(0);
  next();
  expect([await enter(1), await enter(1)]).toEqual([1, 1]);
});

test('the event loop goes on between calls that came at once', async () => {
  const { db, close } = await openDatabase({ file: ':memory:' });
  let turns = 0;
  const count = () => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const heldForMs = 2;
  const read = async () => {
    await db.selectFrom('clients').select('client_id').execute();
    for (const start = performance.now(); performance.now() - start < heldForMs; );
    return turns;
  };
  const seen = await Promise.all(Array.from({ length: 10 }, read));
  clearImmediate(counting);
  await close();
  expect(new Set(seen).size).toBeGreaterThan(3);
});
