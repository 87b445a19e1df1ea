/** Times in the venue's zone, and in the reader's where it is another one. */

const VENUE_ZONE = 'America/New_York';
const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const clock = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const day = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

const venueClock = clock(VENUE_ZONE);
const readerClock = clock(READER_ZONE);
const venueDay = day(VENUE_ZONE);

/** Milliseconds since 1970 of a time of the API: RFC 3339, or YYYY-MM-DD HH:MM:SS in UTC (C14); NaN for another. */
export function instantOf(text: string): number {
  return Date.parse(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`);
}

/** 09:31:04, in New York. */
export function venueTime(at: number): string {
  return Number.isNaN(at) ? '' : venueClock.format(at);
}

/** The venue's time followed by the user's, for a title. */
export function bothTimes(at: number): string {
  if (Number.isNaN(at)) return '';
  const venue = `${venueDay.format(at)} ${venueClock.format(at)} New York`;
  return isElsewhere(at) ? `${venue}, ${readerClock.format(at)} ${READER_ZONE}` : venue;
}

/** Date and time in New York: 2026-03-02 09:31:04. */
export function venueDateTime(at: number): string {
  return Number.isNaN(at) ? '' : `${venueDay.format(at)} ${venueClock.format(at)}`;
}

/** Of a time as inputs have it, in New York: 2026-03-02T09:30. NaN for another text. */
export function venueInstant(text: string): number {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return wanted;
  const offset = (at: number) => Date.parse(`${venueDateTime(at).replace(' ', 'T')}Z`) - at;
  // The offset at the time itself, also in the hours after the clocks change.
  return wanted - offset(wanted - offset(wanted));
}

const DAY_MS = 86_400_000;

/** The first and the last millisecond of days in New York, 2026-03-02 to 2026-03-04; NaN for another text. */
export function venueDays(first: string, last: string): readonly [number, number] {
  const start = (day: string) => venueInstant(`${day}T00:00`);
  const after = Date.parse(`${last}T00:00Z`) + DAY_MS;
  const end = Number.isNaN(after) ? after : start(new Date(after).toISOString().slice(0, 10)) - 1;
  return [start(first), end];
}

/** As inputs have a time, in New York; without seconds where it has none. */
export const venueInput = (at: number): string => venueDateTime(at).replace(' ', 'T').replace(/:00$/, '');

export function readerTime(at: number): string {
  return readerClock.format(at);
}

/** Whether the reader's clock shows another time than New York's. */
export function isElsewhere(at: number): boolean {
  return venueClock.format(at) !== readerClock.format(at);
}

export const readerZone = READER_ZONE;

/** The time until then: 3 d 4 h, 2 h 05 min, 4:09, 0:07. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [d, h, m] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (d > 0) return `${d} d ${h} h`;
  if (h > 0) return `${h} h ${String(m).padStart(2, '0')} min`;
  return `${m}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 2026-03-02 of 03-02-2026, for sorting, for the reader and for inputs; other text as it is. */
export const dayOf = (american: string): string => american.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$1-$2');

/** The other way round, as the API takes it. */
export const americanDay = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2-$3-$1');
