import { expect, onTestFinished, test } from 'vitest';
import { AnsweringThread } from '../../src/history/answering-thread.ts';
import { keptBytes } from '../support/kept-bytes.ts';

function echo(): AnsweringThread<number | null, number> {
  const thread = new AnsweringThread<number | null, number>(
    new URL('./echo-thread.ts', import.meta.url),
    null,
    'of the test',
  );
  onTestFinished(() => thread.end());
  return thread;
}

test('a question resolves with its last answer', async () => {
  expect(await echo().ask(7)).toBe(7);
});

test('a thread that fails fails the question that waits, and later ones', async () => {
  const thread = echo();
  await expect(thread.ask(null)).rejects.toThrow('it was asked to fail');
  await expect(thread.ask(1)).rejects.toThrow('it was asked to fail');
});

test('a thread that is ended fails the question that waits', async () => {
  const thread = echo();
  const waits = expect(thread.ask(1, () => false)).rejects.toThrow('the thread of the test has ended');
  await thread.end();
  await waits;
});

test('an answered question keeps nothing in memory', async () => {
  const thread = echo();
  expect(await keptBytes(2000, 100, () => thread.ask(1))).toBeLessThan(100);
});
