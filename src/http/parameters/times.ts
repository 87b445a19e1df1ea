import Type from 'typebox';
import { type Described, describe, type Kind, Malformed } from './kind.ts';

/** A calendar date, read from YYYY-MM-DD, MM-DD-YYYY or MM/DD/YYYY, handed over as YYYY-MM-DD. */
export function date(options: Described = {}): Kind<string> {
  const notDate = new Malformed('must be a date, YYYY-MM-DD or MM-DD-YYYY');
  return {
    schema: Type.String({
      ...describe(options),
      pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-[0-9]{4}|[0-9]{2}/[0-9]{2}/[0-9]{4})$',
    }),
    keepEmpty: false,
    read: (value) => {
      if (typeof value !== 'string') return notDate;
      const { year = '', month = '', day = '' } = (ISO.exec(value) ?? AMERICAN.exec(value))?.groups ?? {};
      const [y, m, d] = [Number(year), Number(month), Number(day)];
      const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
      const days = m === 2 && leap ? 29 : (MONTH_DAYS[m - 1] ?? 0);
      return y > 0 && d >= 1 && d <= days ? `${year}-${month}-${day}` : notDate;
    },
  };
}

const ISO = /^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})$/;
const AMERICAN = /^(?<month>[0-9]{2})([-/])(?<day>[0-9]{2})\2(?<year>[0-9]{4})$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** A time of day HH:MM (00:00 to 23:59), handed over as whole minutes after midnight. */
export function clockTime(options: Described = {}): Kind<number> {
  const notTime = new Malformed('must be a time, HH:MM');
  return {
    schema: Type.String({ ...describe(options), pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
    keepEmpty: false,
    read: (value) => {
      const parts = typeof value === 'string' ? /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(value) : null;
      return parts ? Number(parts[1]) * 60 + Number(parts[2]) : notTime;
    },
  };
}
