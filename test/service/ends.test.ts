import { expect, test } from 'vitest';
import { Ends } from '../../src/service/lifecycle/ends.ts';

function watchedEnds() {
  const told: string[] = [];
  const ends = new Ends({
    opened: (part) => told.push(`+${part}`),
    closed: (part) => told.push(`-${part}`),
    failed: (part, error) => told.push(`${part}: ${(error as Error).message}`),
  });
  return { ends, told };
}

test('the newest part ends first, and what is added to a place ends when its turn comes', async () => {
  const { ends, told } = watchedEnds();
  ends.add('first', () => {});
  const place = ends.place();
  ends.add('second', () => {});
  place.add('late', () => {});
  place.add('latest', () => {});
  expect(told.splice(0)).toEqual(['+first', '+second', '+late', '+latest']);
  await ends[Symbol.asyncDispose]();
  expect(told.splice(0)).toEqual(['-second', '-latest', '-late', '-first']);
  await ends[Symbol.asyncDispose]();
  expect(told).toEqual([]);
});

test('an end that fails keeps no other from its turn', async () => {
  const { ends, told } = watchedEnds();
  ends.add('first', () => {});
  ends.add('second', () => Promise.reject(new Error('it is stuck')));
  ends.add('third', () => {});
  await expect(ends[Symbol.asyncDispose]()).rejects.toThrow('it is stuck');
  expect(told.slice(3)).toEqual(['-third', 'second: it is stuck', '-first']);
});
