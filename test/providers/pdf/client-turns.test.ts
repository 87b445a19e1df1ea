import { expect, test } from 'vitest';
import { ClientTurns } from '../../../src/providers/pdf/client-turns.ts';

const filled = (entries: readonly string[]) => {
  const turns = new ClientTurns<string>({ perClientMax: 3, max: 5 });
  return { turns, added: entries.map((entry) => turns.add(entry[0] ?? '', entry)) };
};

test('clients take turns, the entries of each in their order', () => {
  const { turns } = filled(['a1', 'a2', 'a3', 'b1', 'b2']);
  expect(Array.from({ length: 6 }, () => turns.next())).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', undefined]);
});

test('who comes later has a turn before the second of another', () => {
  const { turns } = filled(['a1', 'a2', 'a3']);
  expect(turns.next()).toBe('a1');
  turns.add('b', 'b1');
  expect([turns.next(), turns.next(), turns.next()]).toEqual(['a2', 'b1', 'a3']);
});

test('the waiting entries of a client and of all clients are limited; a turn makes room', () => {
  const { turns, added } = filled(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(added).toEqual([true, true, true, false, true, true, false]);
  turns.next();
  expect(turns.add('c', 'c1')).toBe(true);
  expect(turns.clear()).toHaveLength(5);
  expect(turns.next()).toBeUndefined();
});
