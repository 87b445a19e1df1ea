import { expect, test } from 'vitest';
import { openHistoryDatabase } from '../../src/database/open-database.ts';
import { Rests } from '../../src/history/rests.ts';

function thread() {
  const seen = { nowMs: 0, slept: [] as number[] };
  const rests = new Rests({
    nowMs: () => seen.nowMs,
    sleep: (ms) => {
      seen.slept.push(ms);
      seen.nowMs += 1;
    },
  });
  const work = (ms: number) => {
    seen.nowMs += ms;
    rests.takeWhenDue();
    return seen.slept.length;
  };
  return { work, seen };
}

test('a thread rests once it has worked for 0.3 ms, and works as long again before the next rest', () => {
  const { work, seen } = thread();
  expect([work(0.2), work(0.05), work(0.05)]).toEqual([0, 0, 1]);
  expect([work(0.2), work(0.2), work(5)]).toEqual([1, 2, 3]);
  expect(seen.slept).toEqual([0.05, 0.05, 0.05]);
});

test('the history says when a statement comes, those of transactions included', async () => {
  const seen = { statements: 0 };
  const history = await openHistoryDatabase(
    { file: ':memory:' },
    {
      beforeStatement: () => {
        seen.statements++;
      },
    },
  );
  seen.statements = 0;
  await history.db.transaction().execute((transaction) => transaction.deleteFrom('history_position').execute());
  expect(seen.statements).toBe(3);
  await history.close();
});
