import { easternDate } from '../../../calendar/eastern-time.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { date, type Kind, Malformed, mapKind, text } from '../../../http/parameters/index.ts';

/** The updatedDate of a record that was never updated (C14). */
const NEVER = '0000-00-00 00:00:00';

/** YYYY-MM-DD HH:MM:SS in UTC, from microseconds since 1970 (C14). */
export function timestamp(micros: number): string {
  const iso = new Date(Math.floor(micros / 1000)).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** As timestamp; null for a time that has not come. */
export function timestampOrNull(micros: number | null): string | null {
  return micros === null ? null : timestamp(micros);
}

/** As timestamp, of the last change of a record; NEVER for null. */
export function changedTimestamp(micros: number | null): string {
  return micros === null ? NEVER : timestamp(micros);
}

/** MM-DD-YYYY, from the stored YYYY-MM-DD. */
export function americanDate(date: string): string {
  return `${date.slice(5, 7)}-${date.slice(8, 10)}-${date.slice(0, 4)}`;
}

/** A date of birth, in any of the forms of a date, kept as MM-DD-YYYY (C14). */
export function birthDate(): Kind<string> {
  const kind = date({ description: 'date of birth, MM-DD-YYYY, not in the future (US Eastern)' });
  return mapKind(kind, (read) => americanDate(read));
}

/** Throws ApiError 106 naming dob, MM-DD-YYYY, when it is in the future; `nowUs` in microseconds. */
export function refuseFutureBirth(dob: string | null | undefined, nowUs: number): void {
  if (dob == null) return;
  const born = `${dob.slice(6)}-${dob.slice(0, 5)}`;
  if (born > easternDate(nowUs)) throw malformedCall('method', 'dob', 'must not be in the future');
}

const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$/;

/** A time in the form of responses, YYYY-MM-DD HH:MM:SS in UTC; its value is microseconds since 1970. */
export function utcTime(description: string): Kind<number> {
  const kind = text({ description: `${description}; YYYY-MM-DD HH:MM:SS, UTC`, maxLength: 19 });
  const notTime = new Malformed('must be a time, YYYY-MM-DD HH:MM:SS');
  return mapKind(
    kind,
    (read) => {
      const iso = `${read.replace(' ', 'T')}.000Z`;
      const ms = TIME.test(read) ? Date.parse(iso) : Number.NaN;
      // Date may read February 30 as a day of March; formatting the result reveals that.
      return Number.isNaN(ms) || new Date(ms).toISOString() !== iso ? notTime : ms * 1000;
    },
    timestamp,
  );
}

const INSTANT = /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,6}))?Z?$/;

/** A moment in UTC with up to six decimals of a second; its value is microseconds since 1970. */
export function instant(description: string): Kind<number> {
  const kind = text({ description: `${description} RFC 3339 in UTC, up to microseconds.`, maxLength: 27 });
  const notInstant = new Malformed('must be a time in UTC, such as 2026-03-02T14:30:00.000001Z');
  return mapKind(kind, (read) => {
    const [, date, time, decimals = ''] = INSTANT.exec(read) ?? [];
    const iso = `${date}T${time}.000Z`;
    const ms = date === undefined ? Number.NaN : Date.parse(iso);
    if (Number.isNaN(ms) || new Date(ms).toISOString() !== iso) return notInstant;
    return ms * 1000 + Number(decimals.padEnd(6, '0'));
  });
}
