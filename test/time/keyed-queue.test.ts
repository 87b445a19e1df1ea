import { expect, test } from 'vitest';
import { KeyedQueue } from '../../src/time/keyed-queue.ts';

test('tasks of a key run one at a time in their order, also after a failure, and other keys do not wait', async () => {
  const queue = new KeyedQueue<string>();
  const ran: string[] = [];
  let release = () => {};
  const first = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
  const second = queue.run('a', () => {
    ran.push('a2');
    throw new Error('failed');
  });
  const third = queue.run('a', () => ran.push('a3'));
  await queue.run('b', () => ran.push('b1'));
  expect([ran, queue.size('a'), queue.size('b')]).toEqual([['b1'], 3, 0]);
  release();
  await first;
  await expect(second).rejects.toThrow('failed');
  expect(await third).toBe(3);
  expect([ran, queue.size('a')]).toEqual([['b1', 'a2', 'a3'], 0]);
});
