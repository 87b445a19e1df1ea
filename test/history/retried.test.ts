import { expect, test } from 'vitest';
import { retried } from '../../src/history/retried.ts';

const never = () => false;

function failing(times: number): { attempt: () => Promise<void>; attempts: () => number } {
  let attempts = 0;
  const attempt = async () => {
    attempts++;
    if (attempts <= times) throw new Error(`attempt ${attempts}`);
  };
  return { attempt, attempts: () => attempts };
}

test('a thing that succeeds at once is done once', async () => {
  const { attempt, attempts } = failing(0);
  await retried(attempt, () => {}, new AbortController().signal, never);
  expect(attempts()).toBe(1);
});

test('a final error is not tried again', async () => {
  const { attempt, attempts } = failing(9);
  const isFinal = (error: unknown) => (error as Error).message === 'attempt 1';
  await expect(retried(attempt, () => {}, new AbortController().signal, isFinal)).rejects.toThrow('attempt 1');
  expect(attempts()).toBe(1);
});

test('the signal ends the waiting: the last attempt is made at once', async () => {
  const { attempt, attempts } = failing(1);
  const ending = new AbortController();
  await retried(attempt, () => ending.abort(), ending.signal, never);
  expect(attempts()).toBe(2);
});

test('when the last attempt fails, its error is thrown', async () => {
  const { attempt, attempts } = failing(9);
  const ending = new AbortController();
  await expect(retried(attempt, () => ending.abort(), ending.signal, never)).rejects.toThrow('attempt 2');
  expect(attempts()).toBe(2);
});
