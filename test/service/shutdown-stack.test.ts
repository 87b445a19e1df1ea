import { expect, test } from 'vitest';
import { ShutdownStack } from '../../src/service/lifecycle/shutdown-stack.ts';

function watchedEnds() {
  const messages: string[] = [];
  const shutdown = new ShutdownStack({
    opened: (part) => messages.push(`+${part}`),
    closed: (part) => messages.push(`-${part}`),
    failed: (part, error) => messages.push(`${part}: ${(error as Error).message}`),
  });
  return { shutdown, messages };
}

test('the newest part closes first; a reserved stack closes at its position', async () => {
  const { shutdown, messages } = watchedEnds();
  shutdown.add('first', () => {});
  const place = shutdown.reserve();
  shutdown.add('second', () => {});
  place.add('late', () => {});
  place.add('latest', () => {});
  expect(messages.splice(0)).toEqual(['+first', '+second', '+late', '+latest']);
  await shutdown[Symbol.asyncDispose]();
  expect(messages.splice(0)).toEqual(['-second', '-latest', '-late', '-first']);
  await shutdown[Symbol.asyncDispose]();
  expect(messages).toEqual([]);
});

test('a part that fails to close does not keep the others open', async () => {
  const { shutdown, messages } = watchedEnds();
  shutdown.add('first', () => {});
  shutdown.add('second', () => Promise.reject(new Error('it is stuck')));
  shutdown.add('third', () => {});
  await expect(shutdown[Symbol.asyncDispose]()).rejects.toThrow('it is stuck');
  expect(messages.slice(3)).toEqual(['-third', 'second: it is stuck', '-first']);
});
