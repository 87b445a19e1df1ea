import { describe, expect, test } from 'vitest';
import { parseDay } from '../../src/calendar/civil-date.ts';
import { marketDayOn } from '../../src/calendar/holidays.ts';
import { datesOf, EARLY_CLOSES, FULL_HOLIDAYS } from './market-tables.ts';

describe('days of the US equity market', () => {
  test.each([2024, 2025, 2026, 2027, 2028])('every date of %i is as published', (year) => {
    const closed: Record<string, string> = {};
    const early: Record<string, string> = {};
    for (const date of datesOf(year)) {
      const day = marketDayOn(parseDay(date));
      if (day.closed) closed[date] = day.name;
      else if (day.name === null) expect(day.earlyClose).toBeNull();
      else {
        expect(day.earlyClose).toBe(780);
        early[date] = day.name;
      }
    }
    expect(closed).toEqual(FULL_HOLIDAYS[year]);
    expect(early).toEqual(EARLY_CLOSES[year]);
  });

  // Published too, outside of the tables: years in which the observance rules bite.
  test.each([
    ['2010-12-31', false, 'New Year 2011 on a Saturday is not observed'],
    ['2011-01-03', false, 'nor on the Monday'],
    ['2021-12-31', false, 'New Year 2022 on a Saturday is not observed'],
    ['2012-01-02', true, 'New Year 2012 on a Sunday'],
    ['2017-01-02', true, 'New Year 2017 on a Sunday'],
    ['2023-01-02', true, 'New Year 2023 on a Sunday'],
    ['2016-12-26', true, 'Christmas on a Sunday'],
    ['2022-12-26', true, 'Christmas on a Sunday'],
    ['2021-12-24', true, 'Christmas on a Saturday'],
    ['2015-07-03', true, 'Independence Day on a Saturday'],
    ['2021-07-05', true, 'Independence Day on a Sunday'],
    ['2021-06-18', false, 'no Juneteenth before 2022'],
    ['2022-06-20', true, 'Juneteenth on a Sunday'],
    ['2008-03-21', true, 'Good Friday, very early'],
    ['2011-04-22', true, 'Good Friday, very late'],
    ['1954-04-16', true, 'Good Friday, a year of the correction for late moons'],
    ['1981-04-17', true, 'Good Friday, a year of the correction for late moons'],
    ['2049-04-16', true, 'Good Friday, a year of the correction for late moons'],
    ['2038-04-23', true, 'Good Friday, the latest there is'],
    ['2000-04-21', true, 'Good Friday'],
    ['2018-03-30', true, 'Good Friday'],
    ['2022-04-15', true, 'Good Friday'],
    ['2023-04-07', true, 'Good Friday'],
    ['2026-07-04', false, 'only the day of observance is a holiday'],
    ['2028-01-01', false, 'only the day of observance is a holiday'],
  ])('%s closed: %s (%s)', (date, closed) => {
    expect(marketDayOn(parseDay(date)).closed).toBe(closed);
  });

  test.each([
    ['2014-07-03', 780],
    ['2023-07-03', 780],
    ['2016-07-01', null],
    ['2020-07-02', null],
    ['2022-07-01', null],
    ['2021-07-02', null],
    ['2014-12-24', 780],
    ['2018-12-24', 780],
    ['2019-12-24', 780],
    ['2016-12-23', null],
    ['2017-12-22', null],
    ['2022-12-23', null],
    ['2021-12-23', null],
    ['2022-11-25', 780],
    ['2024-11-22', null],
  ])('%s ends early at %s', (date, earlyClose) => {
    expect(marketDayOn(parseDay(date))).toMatchObject({ closed: false, earlyClose });
  });
});
