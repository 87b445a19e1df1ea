/** The default schedule of the venue: getMarketHours for the week, getMarketHolidays for Saturday and Sunday. */
import Type, { type TObject } from 'typebox';
import type { Weekday } from '../../../calendar/schedule.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import type { AtsDeps } from '../shared/index.ts';
import { dayFields, dayFieldsSchema, TRADING_WEEK } from './day-fields.ts';

const WEEKEND = ['saturday', 'sunday'] as const satisfies readonly Weekday[];

export function getMarketHours(deps: AtsDeps): Method {
  return scheduleMethod(deps, TRADING_WEEK, {
    name: 'getMarketHours',
    summary: 'Reads the default market hours, Monday to Friday',
    key: 'globalMarketHours',
  });
}

export function getMarketHolidays(deps: AtsDeps): Method {
  return scheduleMethod(deps, WEEKEND, {
    name: 'getMarketHolidays',
    summary: 'Reads the default market hours of Saturday and Sunday',
    key: 'globalMarketHolidays',
  });
}

function scheduleMethod(
  { defaultSchedule }: AtsDeps,
  weekdays: readonly Weekday[],
  { name, summary, key }: { readonly name: string; readonly summary: string; readonly key: string },
): Method {
  const schema: TObject = Type.Object(Object.assign({}, ...weekdays.map((day) => dayFieldsSchema(day, 'closed'))));
  return defineMethod({
    name,
    summary,
    description: 'US Eastern time, without leading zeros; the hours of a closed day are 0.',
    parameters: {},
    response: Type.Object({ [key]: schema }),
    handler: () => {
      const days = weekdays.map((day) => dayFields(day, 'closed', defaultSchedule[day] ?? 'closed'));
      return { fields: { [key]: Object.assign({}, ...days) } };
    },
  });
}
