import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDay, isCalendarDate, parseDay } from '../../src/calendar/civil-date.ts';
import { WEEKDAYS } from '../../src/calendar/schedule.ts';
import { nextDate, weekdayOf } from '../support/dates.ts';

describe('dates', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['2026-03-02', 20_514],
    ['0100-01-01', -683_003],
    ['9999-12-31', 2_932_896],
  ])('%s is day %i', (date, day) => {
    expect(parseDay(date)).toBe(day);
    expect(formatDay(day)).toBe(date);
    expect(isCalendarDate(date)).toBe(true);
  });

  test.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-06-31',
    '2026-06-00',
    '2026-6-01',
    '26-06-01',
    '0050-01-01',
    '2026-06-01 ',
    '2026-06-01\n',
    '2026-06-01T00:00:00Z',
    '+2026-06-01',
    '２０２６-06-01',
  ])('%j is no date', (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => parseDay(text)).toThrow(RangeError);
    expect(() => weekdayOf(text)).toThrow(RangeError);
    expect(() => nextDate(text)).toThrow(RangeError);
  });

  test.each([
    ['1969-12-28', 'sunday'],
    ['1970-01-01', 'thursday'],
    ['2000-02-29', 'tuesday'],
    ['2024-07-04', 'thursday'],
    ['2026-07-04', 'saturday'],
    ['2027-12-24', 'friday'],
    ['2028-01-01', 'saturday'],
  ])('%s is a %s', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });

  test.each([
    ['2026-12-31', '2027-01-01'],
    ['2024-02-28', '2024-02-29'],
    ['2026-02-28', '2026-03-01'],
    ['2100-02-28', '2100-03-01'],
    ['2026-03-08', '2026-03-09'],
  ])('after %s comes %s', (date, next) => {
    expect(nextDate(date)).toBe(next);
  });

  test('there is no date after 9999-12-31, nor a day without a number', () => {
    expect(() => nextDate('9999-12-31')).toThrow(RangeError);
    expect(() => formatDay(Number.NaN)).toThrow(RangeError);
  });

  test('dates and weekdays agree with Date', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 2_900_000 }), (day) => {
        const date = new Date(day * 86_400_000);
        const text = formatDay(day);
        expect(text).toBe(date.toISOString().slice(0, 10));
        expect(parseDay(text)).toBe(day);
        expect(weekdayOf(text)).toBe(WEEKDAYS[(date.getUTCDay() + 6) % 7]);
      }),
    );
  });
});
