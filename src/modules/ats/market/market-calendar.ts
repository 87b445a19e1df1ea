import Type, { type TObject } from 'typebox';
import { easternDate } from '../../../calendar/eastern-time.ts';
import type { CalendarDay } from '../../../calendar/schedule.ts';
import type { DatedDay } from '../../../calendar/trading-calendar.ts';
import { type Call, defineMethod, type Method, namedObject } from '../../../http/methods/index.ts';
import { clockTime, date, optional, required, text, wholeNumber, yesNo } from '../../../http/parameters/index.ts';
import { textOrNull } from '../../shared/values/index.ts';
import { type AtsDeps, answerTo, clockText, malformed, missing, submit, yesOrNo } from '../shared/index.ts';
import { readDay } from './day-reading.ts';

const FIRST_YEAR = 2000;
const LAST_YEAR = 2200;
/** Operator's dates are at most this many years ahead, so their number is bounded. */
const YEARS_AHEAD_MAX = 10;

const daySchema: TObject = namedObject('MarketDay', {
  date: Type.String({ description: 'YYYY-MM-DD' }),
  name: Type.String(),
  closed: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
  start: textOrNull(),
  close: textOrNull(),
});

function dayDetails({ date, name, closed, startMinute, endMinute }: DatedDay) {
  return { date, name, closed: yesOrNo(closed), start: clockOrNull(startMinute), close: clockOrNull(endMinute) };
}

function clockOrNull(minute: number | null): string | null {
  return minute === null ? null : clockText(minute);
}

export function getMarketCalendar(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getMarketCalendar',
    summary: 'Lists the days of a year that differ from the week',
    description: "Full holidays, early closes and the operator's dates, by date.",
    parameters: { year: required(wholeNumber({ minimum: FIRST_YEAR, maximum: LAST_YEAR })) },
    response: Type.Object({ marketCalendar: Type.Array(daySchema) }),
    handler: ({ values }) => ({ fields: { marketCalendar: deps.calendarOfYear(values.year).map(dayDetails) } }),
  });
}

const parameters = {
  date: required(date({ description: 'US Eastern, from today to ten years ahead.' })),
  name: optional(text({ maxLength: 100, description: 'Needed unless the date goes back to the rule.' })),
  closed: required(yesNo()),
  start: optional(clockTime({ description: 'HH:MM, US Eastern.' })),
  close: optional(clockTime({ description: 'HH:MM, US Eastern, after the start.' })),
};

export function updateMarketHoliday(deps: AtsDeps): Method {
  return defineMethod({
    name: 'updateMarketHoliday',
    summary: 'Sets what a single date has',
    refusals: [190, 503],
    description:
      'closed Yes: no trading. closed No: from start to close, or without them the hours of the rules. ' +
      'The answer is null for an ordinary day.',
    parameters,
    response: Type.Object({ marketHoliday: Type.Union([Type.Null(), daySchema]) }),
    operator: true,
    idempotent: true,
    handler: async (call) => {
      const { date } = call.values;
      requireNear(date, easternDate(deps.exchange.nowUs()));
      const command = { type: 'calendar', date, day: calendarDay(call.values) } as const;
      const accepted = await submit(deps.exchange, call, command);
      const nowUs = deps.calendarOfYear(Number(date.slice(0, 4))).find((day) => day.date === date);
      return answerTo(accepted, { marketHoliday: nowUs === undefined ? null : dayDetails(nowUs) });
    },
  });
}

function requireNear(date: string, today: string): void {
  if (date < today) throw malformed('date', 'must not be in the past (US Eastern)');
  const lastYear = Number(today.slice(0, 4)) + YEARS_AHEAD_MAX;
  if (Number(date.slice(0, 4)) > lastYear) throw malformed('date', `must not be after the year ${lastYear}`);
}

function calendarDay({ closed, start, close, name }: Call<typeof parameters>['values']): CalendarDay | null {
  const hours = readDay({ closed, start, end: close }, { closed: 'closed', start: 'start', end: 'close' });
  if (hours === 'default' || hours === undefined) return null;
  if (name === undefined) throw missing('name');
  return { name, hours };
}
