import { expect, test } from 'vitest';
import { untilAnswered } from '../../src/application/context.ts';
import { NoAnswer } from '../../src/client.ts';

const noAnswer = (mayBeDone: boolean) =>
  new NoAnswer('createQuote', { attempts: 1, idempotencyKey: 'k', cause: undefined, mayBeDone });

/** A call that fails so often before it is answered. */
function callFailing(times: number, error: Error) {
  const tries = { count: 0 };
  const call = async () => {
    tries.count += 1;
    if (tries.count <= times) throw error;
    return 'answer';
  };
  return { call, tries };
}

test('a call is asked again until its outcome is known; any other failure is the outcome', async () => {
  const unknown = callFailing(3, noAnswer(true));
  expect(await untilAnswered({ isClosed: () => false }, unknown.call)).toBe('answer');
  expect(unknown.tries.count).toBe(4);
  for (const error of [noAnswer(false), new Error('refused')]) {
    const failed = callFailing(3, error);
    await expect(untilAnswered({ isClosed: () => false }, failed.call)).rejects.toBe(error);
    expect(failed.tries.count).toBe(1);
  }
});

test('a closed application asks no more: the message stays in the inbox', async () => {
  const error = noAnswer(true);
  const { call, tries } = callFailing(3, error);
  await expect(untilAnswered({ isClosed: () => tries.count === 2 }, call)).rejects.toBe(error);
  expect(tries.count).toBe(2);
});
