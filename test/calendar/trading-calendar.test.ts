import { describe, expect, test } from 'vitest';
import type { CalendarDay, Hours, WeekSchedule } from '../../src/calendar/schedule.ts';
import {
  DEFAULT_SCHEDULE,
  OPERATOR_DAYS_MAX,
  TradingCalendar,
  type Transition,
} from '../../src/calendar/trading-calendar.ts';
import { datesOf, EARLY_CLOSES, FULL_HOLIDAYS } from './market-tables.ts';

/** Microseconds of an instant given as ISO text with its offset. */
const at = (iso: string): number => Date.parse(iso) * 1000;
/** Hours from text HH:MM. */
const hours = (start: string, end: string): Hours => ({ startMinute: minute(start), endMinute: minute(end) });
const minute = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const clock = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16);
const rules = (...days: Array<readonly [string, CalendarDay]>) => new TradingCalendar(new Map(days));

/** A session as text: 09:30-16:00, or null. */
function shown(calendar: TradingCalendar, date: string, own: WeekSchedule | null = null): string | null {
  const session = calendar.sessionOf(date, own);
  return session === null ? null : `${clock(session.openMinute)}-${clock(session.closeMinute)}`;
}

describe('the default session', () => {
  test.each([2024, 2025, 2026, 2027, 2028])('on every date of %i', (year) => {
    const calendar = new TradingCalendar();
    for (const date of datesOf(year)) {
      const weekend = [0, 6].includes(new Date(date).getUTCDay());
      const closed = weekend || date in (FULL_HOLIDAYS[year] ?? {});
      const usual = date in (EARLY_CLOSES[year] ?? {}) ? '09:30-13:00' : '09:30-16:00';
      expect([date, shown(calendar, date)]).toEqual([date, closed ? null : usual]);
    }
  });

  test.each([
    ['2026-03-06', '2026-03-06T14:30:00Z', '2026-03-06T21:00:00Z'],
    ['2026-03-09', '2026-03-09T13:30:00Z', '2026-03-09T20:00:00Z'],
    ['2026-10-30', '2026-10-30T13:30:00Z', '2026-10-30T20:00:00Z'],
    ['2026-11-02', '2026-11-02T14:30:00Z', '2026-11-02T21:00:00Z'],
    ['2026-11-27', '2026-11-27T14:30:00Z', '2026-11-27T18:00:00Z'],
    ['2024-07-03', '2024-07-03T13:30:00Z', '2024-07-03T17:00:00Z'],
  ])('on %s is from %s to %s', (date, open, close) => {
    expect(new TradingCalendar().sessionOf(date, null)).toMatchObject({ open: at(open), close: at(close) });
  });

  test('is open from the first microsecond to the one before the close', () => {
    const calendar = new TradingCalendar();
    const open = at('2026-03-09T13:30:00Z');
    const close = at('2026-03-09T20:00:00Z');
    expect([open - 1, open, close - 1, close].map((time) => calendar.isOpen(time, null))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('the schedule is V20 and cannot be changed by its readers', () => {
    expect(DEFAULT_SCHEDULE.monday).toEqual(hours('09:30', '16:00'));
    expect(DEFAULT_SCHEDULE.friday).toEqual(hours('09:30', '16:00'));
    expect(DEFAULT_SCHEDULE.sunday).toBe('closed');
    expect(Object.isFrozen(DEFAULT_SCHEDULE)).toBe(true);
    expect(Object.isFrozen(DEFAULT_SCHEDULE.monday)).toBe(true);
  });
});

describe('own hours', () => {
  const own: WeekSchedule = {
    monday: hours('08:00', '20:00'),
    tuesday: 'closed',
    friday: hours('10:00', '12:30'),
    saturday: hours('10:00', '12:00'),
  };

  test.each<[string, string | null, string]>([
    ['2026-03-09', '08:00-20:00', 'its own Monday'],
    ['2026-03-10', null, 'closed on Tuesdays'],
    ['2026-03-11', '09:30-16:00', 'Wednesday follows the default'],
    ['2026-03-14', '10:00-12:00', 'its own Saturday'],
    ['2026-03-15', null, 'Sunday follows the default'],
    ['2026-01-19', null, 'a holiday holds for all'],
    ['2026-07-04', '10:00-12:00', 'Independence Day 2026 is observed on Friday'],
    ['2026-11-27', '10:00-12:30', 'ends before the early close anyway'],
    ['2026-12-24', '09:30-13:00', 'Thursday follows the default, ended early'],
    ['2028-07-03', '08:00-13:00', 'ended early'],
  ])('%s: %s (%s)', (date, wanted) => {
    expect(shown(new TradingCalendar(), date, own)).toBe(wanted);
  });

  test.each([
    ['12:59', '12:59-13:00'],
    ['13:00', null],
    ['13:30', null],
  ])('starting at %s on an early-close day', (start, wanted) => {
    expect(shown(new TradingCalendar(), '2026-11-27', { friday: hours(start, '18:00') })).toBe(wanted);
  });

  test('an empty schedule is the default one', () => {
    expect(shown(new TradingCalendar(), '2026-03-09', {})).toBe('09:30-16:00');
  });

  test('in the hour that spring skips: from the change on; wholly in it: no session', () => {
    const calendar = new TradingCalendar();
    const change = at('2026-03-08T07:00:00Z');
    const into = calendar.sessionOf('2026-03-08', { sunday: hours('02:30', '04:00') });
    expect(into).toEqual({ open: change, close: at('2026-03-08T08:00:00Z'), openMinute: 150, closeMinute: 240 });
    expect(calendar.sessionOf('2026-03-08', { sunday: hours('01:00', '02:30') })?.close).toBe(change);
    expect(calendar.sessionOf('2026-03-08', { sunday: hours('02:10', '02:40') })).toBeNull();
    expect(shown(calendar, '2026-03-15', { sunday: hours('02:10', '02:40') })).toBe('02:10-02:40');
  });

  test('in the hour that autumn repeats: the first pass, so that a date has one session', () => {
    const calendar = new TradingCalendar();
    const session = calendar.sessionOf('2026-11-01', { sunday: hours('01:15', '01:45') });
    expect(session).toMatchObject({ open: at('2026-11-01T05:15:00Z'), close: at('2026-11-01T05:45:00Z') });
    expect(calendar.isOpen(at('2026-11-01T06:30:00Z'), { sunday: hours('01:15', '01:45') })).toBe(false);
    const across = calendar.sessionOf('2026-11-01', { sunday: hours('01:30', '02:30') });
    expect(across).toMatchObject({ open: at('2026-11-01T05:30:00Z'), close: at('2026-11-01T07:30:00Z') });
  });

  test('from the first to the last minute of a date', () => {
    const allDay = { sunday: hours('00:00', '23:59') };
    const session = new TradingCalendar().sessionOf('2026-03-08', allDay);
    expect(session).toMatchObject({ open: at('2026-03-08T05:00:00Z'), close: at('2026-03-09T03:59:00Z') });
  });
});

describe("the operator's dates", () => {
  const closed: CalendarDay = { name: 'Day of mourning', hours: 'closed' };
  const short: CalendarDay = { name: 'Short day', hours: hours('10:00', '14:00') };
  const long: CalendarDay = { name: 'Long day', hours: hours('08:00', '18:00') };
  const own: WeekSchedule = { thursday: hours('07:00', '20:00'), friday: hours('15:00', '17:00'), saturday: 'closed' };

  test.each([
    ['closed for the default', '2025-01-09', closed, null, null],
    ['closed for own hours', '2025-01-09', closed, own, null],
    ['other hours', '2025-01-09', short, null, '10:00-14:00'],
    ['own hours end when they end, and start on their own', '2025-01-09', short, own, '07:00-14:00'],
    ['own hours stay inside longer ones', '2025-01-10', long, own, '15:00-17:00'],
    ['own hours that start after they end', '2025-01-10', short, own, null],
    ['a weekday without own hours follows them', '2025-01-08', short, own, '10:00-14:00'],
    ['on a Sunday', '2025-01-12', short, null, '10:00-14:00'],
    ['on a Saturday that the security has closed', '2025-01-11', short, own, null],
    ['a full holiday made a trading day', '2025-07-04', short, null, '10:00-14:00'],
    ['the same with own hours', '2025-07-04', long, own, '15:00-17:00'],
    ['an early close made a long day', '2025-11-28', long, null, '08:00-18:00'],
    ['the same with own hours', '2025-11-28', long, own, '15:00-17:00'],
    ['an early close made a full close', '2025-11-28', closed, null, null],
  ])('%s', (_, date, day, schedule, wanted) => {
    expect(shown(rules([date, day]), date, schedule)).toBe(wanted);
  });

  test('a change shows at once, also where the date was asked for before, and null is back to the rules', () => {
    const calendar = new TradingCalendar();
    const ownFriday = { friday: hours('12:00', '20:00') };
    const both = () => [shown(calendar, '2026-11-27'), shown(calendar, '2026-11-27', ownFriday)];
    expect(both()).toEqual(['09:30-13:00', '12:00-13:00']);
    calendar.setOperatorDay('2026-11-27', long);
    expect(both()).toEqual(['08:00-18:00', '12:00-18:00']);
    calendar.setOperatorDay('2026-11-27', closed);
    expect(both()).toEqual([null, null]);
    calendar.setOperatorDay('2026-11-27', null);
    expect(both()).toEqual(['09:30-13:00', '12:00-13:00']);
    expect(calendar.operatorDays().size).toBe(0);
  });

  test('are copied: what the caller does to its own map and days afterwards changes nothing', () => {
    const day = { name: 'Short day', hours: { startMinute: 600, endMinute: 840 } };
    const days = new Map<string, CalendarDay>([['2026-03-09', day]]);
    const calendar = new TradingCalendar(days);
    days.clear();
    day.hours.endMinute = 700;
    expect(shown(calendar, '2026-03-09')).toBe('10:00-14:00');
    expect([...calendar.operatorDays()]).toEqual([['2026-03-09', short]]);
  });

  test.each([
    ['2026-02-30', closed],
    ['tomorrow', closed],
    ['2026-03-09', { name: 'Backwards', hours: hours('14:00', '10:00') }],
    ['2026-03-09', { name: 'Empty', hours: hours('10:00', '10:00') }],
    ['2026-03-09', { name: 'Too long', hours: { startMinute: 0, endMinute: 1440 } }],
    ['2026-03-09', { name: 'Negative', hours: { startMinute: -1, endMinute: 600 } }],
    ['2026-03-09', { name: 'Fraction', hours: { startMinute: 0.5, endMinute: 600 } }],
    ['2026-03-09', { name: 'No number', hours: { startMinute: Number.NaN, endMinute: 600 } }],
  ])('%s %j is refused and changes nothing', (date, day) => {
    const calendar = new TradingCalendar();
    expect(() => calendar.setOperatorDay(date, day)).toThrow(RangeError);
    expect(() => rules([date, day])).toThrow(RangeError);
    expect(calendar.operatorDays().size).toBe(0);
    expect(shown(calendar, '2026-03-09')).toBe('09:30-16:00');
  });

  test('are limited in number; those that are set can still be changed and removed', () => {
    const calendar = new TradingCalendar();
    const dates: string[] = [];
    for (let year = 2026; dates.length < OPERATOR_DAYS_MAX; year++) dates.push(...datesOf(year));
    for (const date of dates.slice(0, OPERATOR_DAYS_MAX)) calendar.setOperatorDay(date, closed);
    expect(() => calendar.setOperatorDay('2025-01-09', closed)).toThrow(RangeError);
    calendar.setOperatorDay('2026-03-09', short);
    expect(shown(calendar, '2026-03-09')).toBe('10:00-14:00');
    calendar.setOperatorDay('2026-03-10', null);
    calendar.setOperatorDay('2025-01-09', closed);
    expect(calendar.operatorDays().size).toBe(OPERATOR_DAYS_MAX);
  });
});

describe('the next transition', () => {
  const calendar = new TradingCalendar();

  test.each([
    ['2026-11-25T14:29:59.999Z', '2026-11-25T14:30:00Z', 'open'],
    ['2026-11-25T14:30:00.000Z', '2026-11-25T21:00:00Z', 'closed'],
    ['2026-11-25T21:00:00.000Z', '2026-11-27T14:30:00Z', 'open'],
    ['2026-11-26T12:00:00.000Z', '2026-11-27T14:30:00Z', 'open'],
    ['2026-11-27T17:59:59.999Z', '2026-11-27T18:00:00Z', 'closed'],
    ['2026-11-27T18:00:00.000Z', '2026-11-30T14:30:00Z', 'open'],
    ['2026-12-31T21:00:00.000Z', '2027-01-04T14:30:00Z', 'open'],
    ['2027-01-01T04:59:59.999Z', '2027-01-04T14:30:00Z', 'open'],
  ])('after %s is at %s: %s', (now, time, market) => {
    expect(calendar.nextTransition(at(now), null)).toEqual({ time: at(time), market });
  });

  test('a schedule that never opens has no next change', () => {
    const never: WeekSchedule = {
      monday: 'closed',
      tuesday: 'closed',
      wednesday: 'closed',
      thursday: 'closed',
      friday: 'closed',
    };
    expect(calendar.nextTransition(at('2026-03-09T12:00:00Z'), never)).toBeNull();
  });

  test('is found after a long closing, up to 400 days', () => {
    const closing = new TradingCalendar();
    const dates = [...datesOf(2026), ...datesOf(2027)];
    for (const date of dates.slice(0, 399)) closing.setOperatorDay(date, { name: 'Closed', hours: 'closed' });
    expect(dates[399]).toBe('2027-02-04');
    const start = at('2026-01-01T12:00:00Z');
    expect(closing.nextTransition(start, null)).toEqual({ time: at('2027-02-04T14:30:00Z'), market: 'open' });
    closing.setOperatorDay('2027-02-04', { name: 'Closed', hours: 'closed' });
    expect(closing.nextTransition(start, null)).toBeNull();
  });
});

describe('transitions that were missed', () => {
  const list = (from: string, to: string, own: WeekSchedule | null = null, calendar = new TradingCalendar()) =>
    [...calendar.transitionsBetween(at(from), at(to), own)].map(
      ({ time, date, kind }: Transition) => `${new Date(time / 1000).toISOString().slice(0, 16)} ${kind} ${date}`,
    );

  test('the week of Thanksgiving 2026', () => {
    expect(list('2026-11-23T05:00:00Z', '2026-11-30T05:00:00Z')).toEqual([
      '2026-11-23T14:30 open 2026-11-23',
      '2026-11-23T21:00 close 2026-11-23',
      '2026-11-24T05:00 dateEnd 2026-11-23',
      '2026-11-24T14:30 open 2026-11-24',
      '2026-11-24T21:00 close 2026-11-24',
      '2026-11-25T05:00 dateEnd 2026-11-24',
      '2026-11-25T14:30 open 2026-11-25',
      '2026-11-25T21:00 close 2026-11-25',
      '2026-11-26T05:00 dateEnd 2026-11-25',
      '2026-11-27T05:00 dateEnd 2026-11-26',
      '2026-11-27T14:30 open 2026-11-27',
      '2026-11-27T18:00 close 2026-11-27',
      '2026-11-28T05:00 dateEnd 2026-11-27',
      '2026-11-29T05:00 dateEnd 2026-11-28',
      '2026-11-30T05:00 dateEnd 2026-11-29',
    ]);
  });

  test('without the start, with the end', () => {
    expect(list('2026-03-09T13:30:00Z', '2026-03-09T20:00:00Z')).toEqual(['2026-03-09T20:00 close 2026-03-09']);
    expect(list('2026-03-09T13:29:59.999Z', '2026-03-09T19:59:59.999Z')).toEqual(['2026-03-09T13:30 open 2026-03-09']);
    expect(list('2026-03-09T13:30:00Z', '2026-03-09T13:30:00Z')).toEqual([]);
    expect(list('2026-03-09T13:30:00Z', '2026-03-08T13:30:00Z')).toEqual([]);
    expect(list('2026-03-09T13:30:00Z', 'never')).toEqual([]);
  });

  test('at midnight the old date ends before the new one opens, also when the clocks change', () => {
    const own: WeekSchedule = { saturday: hours('00:00', '23:59'), sunday: hours('00:00', '02:30') };
    expect(list('2026-03-08T04:58:00Z', '2026-03-09T04:00:00Z', own)).toEqual([
      '2026-03-08T04:59 close 2026-03-07',
      '2026-03-08T05:00 dateEnd 2026-03-07',
      '2026-03-08T05:00 open 2026-03-08',
      '2026-03-08T07:00 close 2026-03-08',
      '2026-03-09T04:00 dateEnd 2026-03-08',
    ]);
  });

  test('over the end of a year', () => {
    expect(list('2026-12-31T20:59:00Z', '2027-01-02T05:00:00Z')).toEqual([
      '2026-12-31T21:00 close 2026-12-31',
      '2027-01-01T05:00 dateEnd 2026-12-31',
      '2027-01-02T05:00 dateEnd 2027-01-01',
    ]);
  });

  test('come one at a time: an endless outage is no burden', () => {
    const transitions = new TradingCalendar().transitionsBetween(at('2026-03-07T12:00:00Z'), Number.MAX_VALUE, null);
    expect(transitions.next().value).toMatchObject({ date: '2026-03-07', kind: 'dateEnd' });
    expect(transitions.next().value).toMatchObject({ date: '2026-03-08', kind: 'dateEnd' });
  });
});

describe('the calendar of a year', () => {
  test.each([2024, 2025, 2026, 2027, 2028])('%i lists holidays and early closes in order', (year) => {
    const days = new TradingCalendar().yearOf(year);
    const wanted = [
      ...Object.entries(FULL_HOLIDAYS[year] ?? {}).map(([date, name]) => ({
        date,
        name,
        closed: true,
        startMinute: null,
        endMinute: null,
      })),
      ...Object.entries(EARLY_CLOSES[year] ?? {}).map(([date, name]) => ({
        date,
        name,
        closed: false,
        startMinute: 570,
        endMinute: 780,
      })),
    ].sort((one, other) => one.date.localeCompare(other.date));
    expect(days).toEqual(wanted);
  });

  test("the operator's dates of the year are merged in and win", () => {
    const calendar = rules(
      ['2026-11-27', { name: 'Long day', hours: hours('09:30', '15:00') }],
      ['2026-01-02', { name: 'Bridge day', hours: 'closed' }],
      ['2026-12-31', { name: 'Last day', hours: hours('09:30', '12:00') }],
      ['2027-01-04', { name: 'Next year', hours: 'closed' }],
    );
    const days = calendar.yearOf(2026);
    expect(days.map(({ date }) => date)).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-01-19',
      '2026-02-16',
      '2026-04-03',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-11-26',
      '2026-11-27',
      '2026-12-24',
      '2026-12-25',
      '2026-12-31',
    ]);
    expect(days[1]).toEqual({
      date: '2026-01-02',
      name: 'Bridge day',
      closed: true,
      startMinute: null,
      endMinute: null,
    });
    expect(days[10]).toEqual({
      date: '2026-11-27',
      name: 'Long day',
      closed: false,
      startMinute: 570,
      endMinute: 900,
    });
  });
});
