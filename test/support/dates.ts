import { formatDay, parseDay, weekdayOfDay } from '../../src/calendar/civil-date.ts';

export const weekdayOf = (date: string) => weekdayOfDay(parseDay(date));

export const nextDate = (date: string) => formatDay(parseDay(date) + 1);
