import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReplayFailure } from '../../scripts/replay/failure.ts';
import { parseMessage, readMessages } from '../../scripts/replay/message.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { allOf, fileOf } from './message-files.ts';

const ALL = Number.POSITIVE_INFINITY;
const LINES = ['34200.004241176,1,16113575,18,5853300,1', '34200.1,3,16113575,18,5853300,1', '34201,7,0,0,-1,-1'];
const MESSAGES = [
  { type: 1, orderId: 16113575, size: 18, price: 5853300, side: 'buy' },
  { type: 3, orderId: 16113575, size: 18, price: 5853300, side: 'buy' },
  { type: 7, orderId: 0, size: 0, price: -1, side: 'sell' },
];

describe('a line', () => {
  test.each([
    [
      'an execution of a resting offer',
      '1.5,4,7,100,12500,-1',
      { type: 4, orderId: 7, size: 100, price: 12500, side: 'sell' },
    ],
    ['a seventh column', '1.5,1,7,100,12500,1,null', { type: 1, orderId: 7, size: 100, price: 12500, side: 'buy' }],
    ['trading that resumes', '1.5,7,0,0,1,-1', { type: 7, orderId: 0, size: 0, price: 1, side: 'sell' }],
  ])('%s', (_name, line, message) => {
    expect(parseMessage(line)).toEqual(message);
  });

  test.each([
    ['nothing', ''],
    ['a header', 'time,type,id,size,price,side'],
    ['a column too few', '1.5,1,7,100,12500'],
    ['two columns too many', '1.5,1,7,100,12500,1,x,y'],
    ['an unknown type', '1.5,8,7,100,12500,1'],
    ['an invalid side', '1.5,1,7,100,12500,0'],
    ['a negative size', '1.5,1,7,-100,12500,1'],
    ['no shares', '1.5,1,7,0,12500,1'],
    ['no price', '1.5,1,7,100,0,1'],
    ['a price with a point', '1.5,1,7,100,1.25,1'],
    ['a halt that says something else', '1.5,7,0,0,2,-1'],
    ['an id above exact numbers', '1.5,1,99999999999999999,100,12500,1'],
  ])('%s is malformed', (_name, line) => {
    expect(typeof parseMessage(line)).toBe('string');
  });
});

describe('a file', () => {
  test.each(['messages.csv', 'messages.csv.gz'])('%s is read in order', async (name) => {
    expect(await allOf(readMessages(fileOf(name, LINES), ALL))).toEqual(MESSAGES);
  });

  test('may have the line ends of other systems and none after the last line', async () => {
    const path = join(temporaryFolder(), 'messages.csv');
    writeFileSync(path, LINES.join('\r\n'));
    expect(await allOf(readMessages(path, ALL))).toEqual(MESSAGES);
  });

  test('longer than one read loses nothing', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `34200.${index},1,${index + 1},10,5853300,1`);
    const messages = await allOf(readMessages(fileOf('messages.csv.gz', lines), ALL));
    expect(messages.map(({ orderId }) => orderId)).toEqual(lines.map((_, index) => index + 1));
  });

  test.each([0, 1, 2, 3, 4])('gives %i messages at most when asked to', async (limit) => {
    expect(await allOf(readMessages(fileOf('messages.csv', LINES), limit))).toEqual(MESSAGES.slice(0, limit));
  });

  test('messages after the limit are not read', async () => {
    const path = fileOf('messages.csv', [...LINES, 'nonsense']);
    expect(await allOf(readMessages(path, 3))).toHaveLength(3);
  });

  test('with a malformed line is refused by its name and the number of the line', async () => {
    const path = fileOf('messages.csv', [...LINES, 'nonsense']);
    await expect(allOf(readMessages(path, ALL))).rejects.toThrow(
      new ReplayFailure(`${path}, line 4: not time, type 1 to 7, order id, size, price, side 1 or -1`),
    );
  });

  test('with an endless line is refused before it fills the memory', async () => {
    const path = fileOf('messages.csv', [...LINES, 'x'.repeat(200_000), 'y']);
    await expect(allOf(readMessages(path, ALL))).rejects.toThrow(`${path}, line 4: longer than 1000 characters`);
  });

  test.each(['none.csv', 'none.csv.gz'])('that is not there is named: %s', async (name) => {
    const path = join(temporaryFolder(), name);
    await expect(allOf(readMessages(path, ALL))).rejects.toThrow(`${path} cannot be read: ENOENT`);
  });

  test('that was packed and cut is refused', async () => {
    const path = fileOf('messages.csv.gz', LINES);
    truncateSync(path, 30);
    await expect(allOf(readMessages(path, ALL))).rejects.toThrow(`${path} cannot be read: unexpected end of file`);
  });
});
