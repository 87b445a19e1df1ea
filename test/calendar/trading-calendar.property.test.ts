import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { endOfDate } from '../../src/calendar/eastern-time.ts';
import { type CalendarDay, type DayHours, WEEKDAYS, type WeekSchedule } from '../../src/calendar/schedule.ts';
import { TradingCalendar } from '../../src/calendar/trading-calendar.ts';
import { datesOf, EARLY_CLOSES, FULL_HOLIDAYS } from './market-tables.ts';

const DAY = 86_400_000_000;
const YEARS = [2024, 2025, 2026, 2027, 2028];
const FIRST = Date.UTC(2024, 0, 2) * 1000;
const LAST = Date.UTC(2028, 11, 30) * 1000;
const DATES = YEARS.flatMap(datesOf);
/** Dates where something is the matter: holidays, early closes, changes of the clocks. */
const SPECIAL = [
  ...YEARS.flatMap((year) => [...Object.keys(FULL_HOLIDAYS[year] ?? {}), ...Object.keys(EARLY_CLOSES[year] ?? {})]),
  ...['2024-03-10', '2025-03-09', '2026-03-08', '2027-03-14', '2028-03-12'],
  ...['2024-11-03', '2025-11-02', '2026-11-01', '2027-11-07', '2028-11-05'],
];

const dayHours: fc.Arbitrary<DayHours> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<DayHours>('closed') },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1439 }))
      .map(([startMinute, length]) => ({ startMinute, endMinute: Math.min(1439, startMinute + length) })),
  },
);
const schedule: fc.Arbitrary<WeekSchedule | null> = fc.option(
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...WEEKDAYS), dayHours), { selector: ([weekday]) => weekday })
    .map((days): WeekSchedule => Object.fromEntries(days)),
);
const date = fc.oneof(fc.constantFrom(...SPECIAL), fc.constantFrom(...DATES));
const operatorDays: fc.Arbitrary<Map<string, CalendarDay>> = fc
  .array(fc.tuple(date, dayHours), { maxLength: 12 })
  .map((days) => new Map(days.map(([day, hours]) => [day, { name: 'Operator', hours }])));
const instant = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc
    .tuple(fc.constantFrom(...SPECIAL), fc.integer({ min: 0, max: DAY }))
    .map(([day, offset]) => Date.parse(day) * 1000 + offset),
);

/** Whether the market is open, read off the rules one instant at a time, with luxon and the published tables. */
function openByTheRules(micros: number, own: WeekSchedule | null, operator: Map<string, CalendarDay>): boolean {
  const local = DateTime.fromMillis(Math.floor(micros / 1000), { zone: 'America/New_York' });
  const day = local.toISODate() ?? '';
  const ownHours = own?.[WEEKDAYS[local.weekday - 1] ?? 'sunday'];
  const minute = local.hour * 60 + local.minute;
  const decided = operator.get(day)?.hours;
  if (decided === 'closed' || (decided === undefined && day in (FULL_HOLIDAYS[local.year] ?? {}))) return false;
  const week: DayHours = local.weekday > 5 ? 'closed' : { startMinute: 570, endMinute: 960 };
  const hours = ownHours ?? decided ?? week;
  if (hours === 'closed') return false;
  const cap = decided?.endMinute ?? (day in (EARLY_CLOSES[local.year] ?? {}) ? 780 : 1440);
  return hours.startMinute <= minute && minute < hours.endMinute && minute < cap;
}

/** Whether the instant lies in an hour that autumn shows twice, in which the rules speak of the first pass only. */
function comesTwice(micros: number): boolean {
  const local = DateTime.fromMillis(Math.floor(micros / 1000), { zone: 'America/New_York' });
  return local.getPossibleOffsets().length > 1;
}

test('isOpen is what the rules say, instant by instant', () => {
  fc.assert(
    fc.property(operatorDays, schedule, fc.array(instant, { minLength: 1, maxLength: 20 }), (days, own, instants) => {
      const calendar = new TradingCalendar(days);
      for (const time of instants) {
        if (!comesTwice(time)) expect(calendar.isOpen(time, own)).toBe(openByTheRules(time, own, days));
      }
    }),
    { numRuns: 400 },
  );
});

test('who replays the transitions from any instant on knows at any later one whether the market is open', () => {
  const span = fc.integer({ min: 0, max: 20 * DAY });
  fc.assert(
    fc.property(operatorDays, schedule, instant, span, (days, own, from, length) => {
      const calendar = new TradingCalendar(days);
      let open = calendar.isOpen(from, own);
      let last = from;
      for (const { time, date, kind } of calendar.transitionsBetween(from, from + length, own)) {
        expect(time).toBeGreaterThanOrEqual(last);
        expect(time).toBeGreaterThan(from);
        expect(calendar.isOpen(time - 1, own)).toBe(open);
        if (kind === 'dateEnd') expect([open, time]).toEqual([false, endOfDate(date)]);
        else expect(open).toBe(kind === 'close');
        if (kind !== 'dateEnd') open = kind === 'open';
        last = time;
      }
      expect(calendar.isOpen(from + length, own)).toBe(open);
    }),
    { numRuns: 300 },
  );
});

test('nextTransition is the first opening or close of the replay', () => {
  fc.assert(
    fc.property(operatorDays, schedule, instant, (days, own, from) => {
      const calendar = new TradingCalendar(days);
      const next = calendar.nextTransition(from, own);
      const to = next?.time ?? from + 390 * DAY;
      const replayed = [...calendar.transitionsBetween(from, to, own)].filter(({ kind }) => kind !== 'dateEnd');
      const wanted = next === null ? [] : [[next.time, next.market === 'open' ? 'open' : 'close']];
      expect(replayed.map(({ time, kind }) => [time, kind])).toEqual(wanted);
    }),
    { numRuns: 200 },
  );
});

test('a calendar that remembers answers like one that was just made, whatever was asked and set before', () => {
  const step = fc.oneof(
    fc.record({ set: date, day: fc.option(dayHours.map((hours): CalendarDay => ({ name: 'Operator', hours }))) }),
    fc.record({ ask: date, own: schedule }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const calendar = new TradingCalendar();
      const days = new Map<string, CalendarDay>();
      for (const one of steps) {
        if ('set' in one) {
          calendar.setOperatorDay(one.set, one.day);
          if (one.day === null) days.delete(one.set);
          else days.set(one.set, one.day);
        } else {
          const wanted = new TradingCalendar(days).sessionOf(one.ask, one.own);
          expect(calendar.sessionOf(one.ask, one.own)).toEqual(wanted);
          expect(calendar.sessionOf(one.ask, one.own)).toEqual(wanted);
        }
      }
      expect(calendar.operatorDays()).toEqual(days);
    }),
    { numRuns: 100 },
  );
});

test('more dates than it remembers, asked for in turn, are answered alike every time', () => {
  const calendar = new TradingCalendar();
  const all = () => DATES.map((day) => calendar.sessionOf(day, null));
  const first = all();
  expect(all()).toEqual(first);
  // Trading days by the rules: 252 in 2024, 251 in each of the other four years.
  expect(first.filter((session) => session !== null)).toHaveLength(1256);
});
