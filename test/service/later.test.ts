import { expect, test } from 'vitest';
import { Later } from '../../src/service/lifecycle/later.ts';

test('a part that is made later is refused before, by its name', () => {
  const later = new Later<readonly string[]>('the list of names');
  const { get } = later;
  expect(get).toThrow('the list of names is asked for before it is made');
  expect(later.set(['a'])).toEqual(['a']);
  expect(get()).toEqual(['a']);
});
