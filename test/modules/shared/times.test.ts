import { describe, expect, test } from 'vitest';
import { americanDate, timestamp } from '../../../src/modules/shared/values/times.ts';

describe('times', () => {
  test('are shown in UTC to the second, cut and not rounded', () => {
    expect(timestamp(Date.UTC(2030, 0, 2, 3, 4, 5) * 1000 + 999_999)).toBe('2030-01-02 03:04:05');
  });
  test('and dates as MM-DD-YYYY', () => {
    expect(americanDate('2030-12-31')).toBe('12-31-2030');
  });
});
