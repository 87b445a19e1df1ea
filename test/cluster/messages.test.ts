import { expect, test } from 'vitest';
import { commandsText, lineOf, readCommands } from '../../src/cluster/link/messages.ts';
import { security } from '../exchange/venue.ts';

test('commands are read with their numbers, and refused where one of either is missing or no number', () => {
  const lines = [1, 2].map((number) => ({ number, line: lineOf(security()) }));
  const text = commandsText(lines);
  expect(readCommands(Buffer.from(text)).map(([number]) => number)).toEqual([1, 2]);
  for (const numbers of ['1', '1 2 3', '1 x', '1 2.5']) {
    expect(() => readCommands(Buffer.from(text.replace('1 2', numbers)))).toThrow('numbers of 2 commands');
  }
});
