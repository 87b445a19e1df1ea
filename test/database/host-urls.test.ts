import { expect, test } from 'vitest';
import { HostTurn, hostUrls } from '../../src/database/postgres-client/index.ts';

test('a URL with several hosts is one for each of them', () => {
  expect(hostUrls('postgres://u:p%40w@one:1,two:2/name?a=b')).toEqual([
    'postgres://u:p%40w@one:1/name?a=b',
    'postgres://u:p%40w@two:2/name?a=b',
  ]);
  expect(hostUrls('postgres://one,two')).toEqual(['postgres://one', 'postgres://two']);
  for (const url of ['postgres://u@one/name', 'postgresql://one/na,me']) expect(hostUrls(url)).toEqual([url]);
});

test('a host that did not do makes room for the next, once', () => {
  const turn = new HostTurn('postgres://one,two/name');
  turn.failed('postgres://one/name');
  turn.failed('postgres://one/name');
  expect(turn.current).toBe('postgres://two/name');
  turn.failed('postgres://two/name');
  expect(turn.current).toBe('postgres://one/name');
});
