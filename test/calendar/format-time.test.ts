import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant, formatTimestamp } from '../../src/calendar/format-time.ts';

describe('instants as text', () => {
  test.each([
    [0, '1970-01-01 00:00:00', '1970-01-01T00:00:00.000000Z'],
    [1, '1970-01-01 00:00:00', '1970-01-01T00:00:00.000001Z'],
    [-1, '1969-12-31 23:59:59', '1969-12-31T23:59:59.999999Z'],
    [1_772_461_800_000_001, '2026-03-02 14:30:00', '2026-03-02T14:30:00.000001Z'],
    [1_709_251_199_999_999, '2024-02-29 23:59:59', '2024-02-29T23:59:59.999999Z'],
    [Number.MAX_SAFE_INTEGER, '2255-06-05 23:47:34', '2255-06-05T23:47:34.740991Z'],
  ])('%i', (micros, timestamp, instant) => {
    expect(formatTimestamp(micros)).toBe(timestamp);
    expect(formatInstant(micros)).toBe(instant);
  });

  test('agree with Date, in any order of days', () => {
    const micros = fc.integer({ min: -(10 ** 15), max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(micros, (time) => {
        const iso = new Date(Math.floor(time / 1000)).toISOString();
        const belowMillisecond = String(((time % 1000) + 1000) % 1000).padStart(3, '0');
        expect(formatInstant(time)).toBe(`${iso.slice(0, 23)}${belowMillisecond}Z`);
        expect(formatTimestamp(time)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 19)}`);
      }),
      { numRuns: 1000 },
    );
  });

  test('what is no instant is refused, and does not spoil the next answer', () => {
    expect(() => formatInstant(Number.NaN)).toThrow(RangeError);
    expect(() => formatTimestamp(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => formatTimestamp(1e18)).toThrow(RangeError);
    expect(formatTimestamp(0)).toBe('1970-01-01 00:00:00');
  });
});
