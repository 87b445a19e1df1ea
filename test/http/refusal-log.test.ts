import { expect, test } from 'vitest';
import { RefusalLog } from '../../src/http/auth/index.ts';
import { ManualTime } from '../support/manual-time.ts';

function aLog() {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const lines: object[] = [];
  const log = new RefusalLog(
    { info: (fields: object, message: string) => lines.push({ ...fields, message }) } as never,
    time,
  );
  return { time, lines, log };
}

test('has a line for the first refusal of a kind and caller in a minute, and one that counts the others', () => {
  const { time, lines, log } = aLog();
  for (let one = 0; one < 1000; one++) log.note('103 a', { address: 'a' }, 'refused', { requestId: one });
  log.note('103 b', { address: 'b' }, 'refused', { requestId: 'x' });
  expect(lines).toEqual([
    { requestId: 0, address: 'a', message: 'refused' },
    { requestId: 'x', address: 'b', message: 'refused' },
  ]);
  time.advanceMs(60_000);
  expect(lines.slice(2)).toEqual([{ address: 'a', repeated: 999, message: 'refused' }]);
  log.note('103 a', { address: 'a' }, 'refused', { requestId: 'later' });
  expect(lines.slice(3)).toEqual([{ requestId: 'later', address: 'a', message: 'refused' }]);
});

test('of callers without number has at most 500 lines a minute', () => {
  const { time, lines, log } = aLog();
  for (let one = 0; one < 10_000; one++) log.note(`103 ${one}`, { address: one }, 'refused');
  expect(lines).toHaveLength(500);
  time.advanceMs(60_000);
  expect(lines.slice(500)).toEqual([{ repeated: 9500, message: 'refusals of further callers' }]);
});
