import { expect, test } from 'vitest';
import { ShutdownStack } from '../../src/service/lifecycle/shutdown-stack.ts';

function watchedEnds() {
  const told: string[] = [];
  const shutdown = new ShutdownStack({
    opened: (part) => told.push(`+${part}`),
    closed: (part) => told.push(`-${part}`),
    failed: (part, error) => told.push(`${part}: ${(error as Error).message}`),
  });
  return { shutdown, told };
}

test('the newest part closes first; a reserved stack closes at its position', async () => {
  const { shutdown, told } = watchedEnds();
  shutdown.add('first', () => {});
  const place = shutdown.reserve();
  shutdown.add('second', () => {});
  place.add('late', () => {});
  place.add('latest', () => {});
  expect(told.splice(0)).toEqual(['+first', '+second', '+late', '+latest']);
  await shutdown[Symbol.asyncDispose]();
  expect(told.splice(0)).toEqual(['-second', '-latest', '-late', '-first']);
  await shutdown[Symbol.asyncDispose]();
  expect(told).toEqual([]);
});

test('a part that fails to close does not keep the others open', async () => {
  const { shutdown, told } = watchedEnds();
  shutdown.add('first', () => {});
  shutdown.add('second', () => Promise.reject(new Error('it is stuck')));
  shutdown.add('third', () => {});
  await expect(shutdown[Symbol.asyncDispose]()).rejects.toThrow('it is stuck');
  expect(told.slice(3)).toEqual(['-third', 'second: it is stuck', '-first']);
});
