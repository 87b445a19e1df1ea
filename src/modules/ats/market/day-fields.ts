/** How a day of a schedule is shown: five strings, their keys prefixed by the weekday. */
import Type, { type TProperties } from 'typebox';
import type { DayHours, Weekday } from '../../../calendar/schedule.ts';
import { yesOrNo } from '../shared/index.ts';

export const TRADING_WEEK = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
] as const satisfies readonly Weekday[];

/** The default schedule spells the key mondayclosed, a security's schedule mondayClosed. */
export type ClosedKey = 'closed' | 'Closed';

/** Hours and minutes without leading zeros; all "0" on a closed day, so that they stay numbers in their range. */
export function dayFields(day: Weekday, closedKey: ClosedKey, hours: DayHours) {
  const [start, end] = hours === 'closed' ? [0, 0] : [hours.startMinute, hours.endMinute];
  return {
    [`${day}${closedKey}`]: yesOrNo(hours === 'closed'),
    [`${day}StartHours`]: String(Math.floor(start / 60)),
    [`${day}StartMins`]: String(start % 60),
    [`${day}CloseHours`]: String(Math.floor(end / 60)),
    [`${day}CloseMins`]: String(end % 60),
  };
}

export function dayFieldsSchema(day: Weekday, closedKey: ClosedKey): TProperties {
  return {
    [`${day}${closedKey}`]: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
    [`${day}StartHours`]: Type.String(),
    [`${day}StartMins`]: Type.String(),
    [`${day}CloseHours`]: Type.String(),
    [`${day}CloseMins`]: Type.String(),
  };
}
