import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../src/http/methods/status-codes.ts';
import { readPage } from '../../../../src/modules/shared/list/page.ts';

function codeOf(sent: { offset?: unknown; limit?: unknown }): number {
  try {
    readPage(sent);
  } catch (error) {
    if (error instanceof ApiError) return error.statusCode;
    throw error;
  }
  return 101;
}

describe('a page', () => {
  test('is the first ten records unless something else is sent', () => {
    expect(readPage({})).toEqual({ offset: 0, limit: 10 });
    expect(readPage({ offset: '30', limit: '500' })).toEqual({ offset: 30, limit: 500 });
    expect(readPage({ offset: 7, limit: 1 })).toEqual({ offset: 7, limit: 1 });
    expect(readPage({ offset: '007' })).toEqual({ offset: 7, limit: 10 });
  });

  test.each(['ten', '1.5', '1e2', ' 1', '+1', '0x10', '--1', 1.5, Number.NaN, true, [], {}, ['1']])(
    'is 1422 for what is no whole number: %j',
    (sent) => {
      expect(codeOf({ offset: sent })).toBe(1422);
      expect(codeOf({ limit: sent })).toBe(1422);
    },
  );

  test.each(['0', '-1', '501', '99999999999999999999999', 0, 501])('is 239 for a limit out of range: %j', (limit) => {
    expect(codeOf({ limit })).toBe(239);
  });

  test.each(['-1', -1, '-99999999999999999999999'])('is 239 for an offset below 0: %j', (offset) => {
    expect(codeOf({ offset })).toBe(239);
  });

  test('takes an offset of any size, which is then after the end', () => {
    expect(readPage({ offset: '9'.repeat(400) }).offset).toBe(Number.MAX_SAFE_INTEGER);
  });
});
