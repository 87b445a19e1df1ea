import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { easternDate, easternInstant, endOfDate } from '../../src/calendar/eastern-time.ts';
import { nextDate } from '../support/dates.ts';

/** Microseconds of an instant given as ISO text with its offset. */
const at = (iso: string): number => Date.parse(iso) * 1000;

const SPRING = ['2024-03-10', '2025-03-09', '2026-03-08', '2027-03-14', '2028-03-12'];
const AUTUMN = ['2024-11-03', '2025-11-02', '2026-11-01', '2027-11-07', '2028-11-05'];
const HOUR = 3_600_000_000;

describe('daylight saving', () => {
  test.each(SPRING)('on %s the clock skips 02:00 to 03:00', (date) => {
    const change = at(`${date}T07:00:00Z`);
    expect(easternInstant(date, 0)).toBe(at(`${date}T05:00:00Z`));
    expect(easternInstant(date, 119)).toBe(at(`${date}T06:59:00Z`));
    for (const skipped of [120, 121, 150, 179]) expect(easternInstant(date, skipped)).toBe(change);
    expect(easternInstant(date, 180)).toBe(change);
    expect(easternInstant(date, 181)).toBe(change + HOUR / 60);
    expect(easternInstant(date, 570)).toBe(at(`${date}T13:30:00Z`));
    expect(endOfDate(date) - easternInstant(date, 0)).toBe(23 * HOUR);
  });

  test.each(AUTUMN)('on %s 01:00 to 02:00 comes twice and means the first', (date) => {
    const change = at(`${date}T06:00:00Z`);
    expect(easternInstant(date, 0)).toBe(at(`${date}T04:00:00Z`));
    expect(easternInstant(date, 60)).toBe(at(`${date}T05:00:00Z`));
    expect(easternInstant(date, 90)).toBe(at(`${date}T05:30:00Z`));
    expect(easternInstant(date, 119)).toBe(at(`${date}T05:59:00Z`));
    expect(easternInstant(date, 120)).toBe(at(`${date}T07:00:00Z`));
    expect(easternInstant(date, 570)).toBe(at(`${date}T14:30:00Z`));
    expect(endOfDate(date) - easternInstant(date, 0)).toBe(25 * HOUR);
    expect(easternDate(change)).toBe(date);
  });

  test('09:30 is an hour earlier in UTC from the Monday after the change in spring', () => {
    expect(easternInstant('2026-03-06', 570)).toBe(at('2026-03-06T14:30:00Z'));
    expect(easternInstant('2026-03-09', 570)).toBe(at('2026-03-09T13:30:00Z'));
    expect(easternInstant('2026-10-30', 570)).toBe(at('2026-10-30T13:30:00Z'));
    expect(easternInstant('2026-11-02', 570)).toBe(at('2026-11-02T14:30:00Z'));
  });
});

describe('Eastern dates', () => {
  test.each([
    ['2027-01-01T04:59:59.999Z', '2026-12-31'],
    ['2027-01-01T05:00:00.000Z', '2027-01-01'],
    ['2026-07-05T03:59:59.999Z', '2026-07-04'],
    ['2026-07-05T04:00:00.000Z', '2026-07-05'],
    ['1970-01-01T00:00:00.000Z', '1969-12-31'],
    ['2024-03-01T04:59:00.000Z', '2024-02-29'],
  ])('%s is %s', (iso, date) => {
    expect(easternDate(at(iso))).toBe(date);
  });

  test('a date ends where the next begins', () => {
    expect(endOfDate('2026-12-31')).toBe(at('2027-01-01T05:00:00Z'));
    expect(endOfDate('2026-07-04')).toBe(at('2026-07-05T04:00:00Z'));
    expect(easternDate(endOfDate('2026-07-04') - 1)).toBe('2026-07-04');
    expect(easternDate(endOfDate('2026-07-04'))).toBe('2026-07-05');
    expect(endOfDate('9999-12-31')).toBe(at('+010000-01-01T05:00:00Z'));
  });

  test('what is no date, minute or instant is refused', () => {
    expect(() => easternInstant('2026-02-29', 0)).toThrow(RangeError);
    expect(() => endOfDate('tomorrow')).toThrow(RangeError);
    for (const minute of [-1, 1440, 1.5, Number.NaN]) {
      expect(() => easternInstant('2026-03-02', minute)).toThrow(RangeError);
    }
    for (const micros of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => easternDate(micros)).toThrow(RangeError);
  });
});

describe('against luxon', () => {
  const eastern = (micros: number) => DateTime.fromMillis(Math.floor(micros / 1000), { zone: 'America/New_York' });
  const minuteOf = (micros: number) => 60 * eastern(micros).hour + eastern(micros).minute;
  // 1950 to 2250: other rules of daylight saving, and years in any order so that the caches turn over.
  const instants = fc.integer({ min: -631_000_000_000_000, max: 8_830_000_000_000_000 });

  test('the date of any instant', () => {
    fc.assert(
      fc.property(instants, (micros) => {
        expect(easternDate(micros)).toBe(eastern(micros).toISODate());
      }),
      { numRuns: 500 },
    );
  });

  test('each minute of the days around the changes is the first instant that shows it or later', () => {
    for (const date of ['2026-03-08', '2026-11-01', '2026-03-07', '2026-11-02']) {
      const start = easternInstant(date, 0);
      const firstShown = new Map<number, number>();
      for (let time = start; time < endOfDate(date); time += HOUR / 60) {
        const { hour, minute } = eastern(time);
        for (let shown = hour * 60 + minute; shown >= 0 && !firstShown.has(shown); shown--) firstShown.set(shown, time);
      }
      expect(firstShown.size).toBe(1440);
      for (const [minute, time] of firstShown) expect(easternInstant(date, minute)).toBe(time);
    }
  });

  test('the way there and back', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 1439 }), (micros, minute) => {
        const date = easternDate(micros);
        const instant = easternInstant(date, minute);
        expect(easternDate(instant)).toBe(date);
        // Only a time that daylight saving skips shows later than it was asked for.
        const shown = minuteOf(instant);
        if (shown !== minute) {
          expect(shown).toBeGreaterThan(minute);
          expect(minuteOf(instant - 1)).toBeLessThan(minute);
        }
        expect(endOfDate(date)).toBe(easternInstant(nextDate(date), 0));
      }),
      { numRuns: 500 },
    );
  });
});
