import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type InProcessResult, runInProcess } from '../../scripts/replay/in-process-run.ts';
import { Progress } from '../../scripts/replay/progress.ts';
import { fileOf } from './message-files.ts';

const QUIET = new Progress(
  () => {},
  () => 0,
);
const ALL = Number.POSITIVE_INFINITY;

function run(lines: readonly string[], tops?: readonly string[]): Promise<InProcessResult> {
  const expected = tops === undefined ? null : fileOf('tops.csv', tops);
  return runInProcess({ file: fileOf('messages.csv', lines), expect: expected, limit: ALL }, QUIET);
}

describe('an execution is the same', () => {
  const BID = '1,1,7,100,100000,1';

  test('when all its shares come from the order that the file names', async () => {
    const result = await run([BID, '2,4,7,60,100000,1', '3,4,7,40,100000,1']);
    expect(result.sameExecutions).toBe(2);
    expect(result.executions).toEqual([[[7, 60]], [[7, 40]]]);
  });

  test('not when an older order is before it', async () => {
    const result = await run([BID, '2,1,8,100,100000,1', '3,4,8,60,100000,1']);
    expect(result.sameExecutions).toBe(0);
    expect(result.executions).toEqual([[[7, 60]]]);
  });

  test('not when part of it comes from another order', async () => {
    const result = await run(['1,1,6,10,100000,1', BID, '3,4,7,60,100000,1']);
    expect(result.sameExecutions).toBe(0);
    expect(result.executions).toEqual([
      [
        [6, 10],
        [7, 50],
      ],
    ]);
  });

  test('not when less than its size is there', async () => {
    const result = await run([BID, '2,4,7,101,100000,1']);
    expect(result.sameExecutions).toBe(0);
    expect(result.executions).toEqual([[[7, 100]]]);
  });

  test('not when the order is older than the file', async () => {
    const result = await run([BID, '2,4,6,60,100000,1']);
    expect(result.sameExecutions).toBe(0);
    expect(result.executions).toEqual([[[7, 60]]]);
  });

  test('not when it finds nothing, and nothing of it stays in the book', async () => {
    const result = await run(['2,4,6,60,100000,1', BID]);
    expect(result.executions).toEqual([[]]);
    expect(result.tops).toEqual(['100 in 1 at 10.000000 / none']);
  });
});

test('a smaller quantity keeps the priority', async () => {
  const lines = ['1,1,7,100,100000,1', '2,1,8,100,100000,1', '3,2,7,40,100000,1', '4,4,7,60,100000,1'];
  const { executions, sameExecutions } = await run(lines);
  expect(executions).toEqual([[[7, 60]]]);
  expect(sameExecutions).toBe(1);
});

test('tops are compared after each message, also after those that change nothing', async () => {
  const lines = [
    '1,1,7,100,100000,1',
    '2,5,0,10,100500,1',
    '3,1,8,50,101000,-1',
    '4,2,7,30,100000,1',
    '5,3,8,50,101000,-1',
  ];
  const tops = [
    '0,0,100000,100',
    '0,0,100000,100',
    '101000,50,100000,100',
    '101000,50,100000,71',
    '9999999999,0,100000,70',
  ];
  expect((await run(lines, tops)).equalTops).toBe(4);
});

test('without tops to compare none are counted', async () => {
  expect((await run(['1,1,7,100,100000,1'])).equalTops).toBeNull();
});

test('too few tops are refused', async () => {
  await expect(run(['1,1,7,100,100000,1', '2,3,7,100,100000,1'], ['0,0,100000,100'])).rejects.toThrow(
    /tops\.csv has fewer lines than .*messages\.csv has messages/,
  );
});

test('distinct tops are those that a subscriber would see', async () => {
  const lines = [
    '1,1,7,100,100000,1',
    '2,1,8,10,99000,1',
    '3,1,9,50,100000,1',
    '4,3,7,100,100000,1',
    '5,3,9,50,100000,1',
  ];
  expect((await run(lines)).tops).toEqual([
    '100 in 1 at 10.000000 / none',
    '150 in 2 at 10.000000 / none',
    '50 in 1 at 10.000000 / none',
    '10 in 1 at 9.900000 / none',
  ]);
});

test('while the market is halted nothing trades; when it resumes what crosses does', async () => {
  const lines = ['1,1,7,100,100000,1', '2,7,0,0,-1,-1', '3,4,7,60,100000,1', '4,1,8,60,100000,-1', '5,7,0,0,1,-1'];
  const { executions, tops } = await run(lines);
  expect(executions).toEqual([[]]);
  expect(tops.at(-1)).toBe('40 in 1 at 10.000000 / none');
});

test('calls, refusals and skipped messages are counted', async () => {
  const lines = [
    '1,1,7,100,100000,1',
    '2,4,7,60,100000,1',
    // 100 in all less 50 is below the 60 that are filled: 106, and a cancel.
    '3,2,7,50,100000,1',
    '4,3,7,50,100000,1',
    '5,1,8,10,100000,1',
    '6,4,8,10,100000,1',
    // Filled: 190.
    '7,3,8,10,100000,1',
    '8,3,9,10,100000,1',
    '9,5,0,10,100000,1',
  ];
  const { tally } = await run(lines);
  expect(tally.messages).toBe(9);
  expect(tally.calls).toBe(7);
  expect([...tally.refused]).toEqual([
    [106, 1],
    [190, 1],
  ]);
  // The cancel of an order that is cancelled, that of a filled one, that of an unknown one, and the hidden execution.
  expect(tally.skipped).toBe(4);
});

const { ORDER_FLOW_DIR } = process.env;

describe.runIf(ORDER_FLOW_DIR)('recorded order flow of NASDAQ', () => {
  test('gives what plain price-time priority gives', async () => {
    const folder = ORDER_FLOW_DIR as string;
    const result = await runInProcess(
      {
        file: join(folder, 'nasdaq-aapl-20120621-messages.csv.gz'),
        expect: join(folder, 'nasdaq-aapl-20120621-top-of-book.csv.gz'),
        limit: ALL,
      },
      QUIET,
    );
    expect(result.tally.messages).toBe(91_997);
    expect(result.executions).toHaveLength(4067);
    expect(result.sameExecutions).toBe(3984);
    expect(result.equalTops).toBe(89_680);
  });
});
