import { describe, expect, test } from 'vitest';
import { bankDayAfter, bankDayBefore, lastCutOff, nextCutOff } from '../../src/calendar/bank-days.ts';
import { nextDate, weekdayOf } from '../support/dates.ts';
import { microsOf } from '../support/manual-time.ts';

/** Weekdays on which the Federal Reserve Banks are closed, as they publish them. */
const CLOSED: Readonly<Record<string, string>> = {
  2020: '2020-01-01 2020-01-20 2020-02-17 2020-05-25 2020-09-07 2020-10-12 2020-11-11 2020-11-26 2020-12-25',
  2026: `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26
    2026-12-25`,
  2027: '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25',
  2028: '2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25',
};

describe('bank business days', () => {
  test.each(Object.entries(CLOSED))('of %s are those of the Federal Reserve', (year, closed) => {
    const found: string[] = [];
    for (let date = `${year}-01-01`; date.startsWith(year); date = nextDate(date)) {
      const isBankDay = bankDayBefore(nextDate(date)) === date;
      const isWeekend = ['saturday', 'sunday'].includes(weekdayOf(date));
      if (isWeekend) expect(isBankDay, date).toBe(false);
      else if (!isBankDay) found.push(date);
    }
    expect(found).toEqual(closed.split(/\s+/));
  });

  test('follow each other over weekends and holidays', () => {
    expect(bankDayAfter('2026-11-20')).toBe('2026-11-23');
    expect(bankDayAfter('2026-11-25')).toBe('2026-11-27');
    expect(bankDayAfter('2026-11-20', 4)).toBe('2026-11-27');
    expect(bankDayBefore('2026-11-23')).toBe('2026-11-20');
    expect(bankDayBefore('2026-11-27', 4)).toBe('2026-11-20');
    expect(() => bankDayAfter('2026-02-30')).toThrow(RangeError);
  });
});

describe('cut-offs', () => {
  test('are at 18:00 in New York, in winter and in summer', () => {
    expect(lastCutOff(microsOf('2026-11-20T23:00:00Z'))).toEqual({
      date: '2026-11-20',
      time: microsOf('2026-11-20T23:00:00Z'),
    });
    expect(lastCutOff(microsOf('2026-11-20T22:59:59Z')).date).toBe('2026-11-19');
    expect(lastCutOff(microsOf('2026-07-14T22:00:00Z')).date).toBe('2026-07-14');
    expect(lastCutOff(microsOf('2026-07-14T21:59:59Z')).date).toBe('2026-07-13');
  });

  test('pass over weekends and holidays', () => {
    expect(lastCutOff(microsOf('2026-11-22T23:30:00Z')).date).toBe('2026-11-20');
    expect(lastCutOff(microsOf('2026-11-26T23:30:00Z')).date).toBe('2026-11-25');
    expect(nextCutOff(microsOf('2026-11-25T23:00:00Z'))).toBe(microsOf('2026-11-27T23:00:00Z'));
    expect(nextCutOff(microsOf('2026-11-25T22:00:00Z'))).toBe(microsOf('2026-11-25T23:00:00Z'));
  });
});
