/** Values of fields, read and written. */
import { type Field, fieldValue, type Message } from '../codec/index.ts';

type Value = string | number | undefined | null;

/** The fields that have a value, in their order. */
export function fieldsOf(...entries: readonly (readonly [tag: number, value: Value])[]): Field[] {
  const fields: Field[] = [];
  // A loop: a report has two dozen fields.
  for (const [tag, value] of entries) {
    if (value !== undefined && value !== null && value !== '') fields.push([tag, String(value)]);
  }
  return fields;
}

/** A repeating group: its count, and the fields of each entry. */
export function groupOf(countTag: number, entries: readonly (readonly Field[])[]): Field[] {
  return [[countTag, String(entries.length)], ...entries.flat()];
}

/** Why a message is refused: the venue's code, or that of a fault of its form. */
export type Fault = 'unsupported' | 'malformed' | 'unknown-security' | 'duplicate' | 'stale' | 'unavailable';

/** The application refuses a message; the text names the field. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Throws a Refusal where it is absent. */
export function required(message: Message, tag: number, name: string): string {
  const value = fieldValue(message, tag);
  if (value === undefined) throw new Refusal('malformed', `${name} (${tag}) is required`);
  return value;
}

/** Shares: FIX quantities are decimals, those of the venue whole numbers. */
export function sharesOf(text: string, name: string): string {
  const [, shares] = /^0*(\d{1,15})(?:\.0*)?$/.exec(text) ?? [];
  if (shares === undefined) throw new Refusal('malformed', `${name} must be a whole number of shares`);
  return shares;
}

/** The venue shows shares with six decimals, which are zeros. */
export function wholeOf(shares: string): string {
  return shares.replace(/\.0*$/, '');
}

/** In six decimals, as the venue shows prices; undefined: it is no such price. */
export function sixDecimals(text: string): string | undefined {
  const [, whole, decimals = ''] = /^0*(\d{1,15})(?:\.(\d{0,6})0*)?$/.exec(text) ?? [];
  return whole === undefined ? undefined : `${whole}.${decimals.padEnd(6, '0')}`;
}

/** 20260302-14:30:00.000 of 2026-03-02T14:30:00.000001Z, or of the form 2026-03-02 14:30:00. */
export function utcTimestamp(time: string): string {
  const date = time.slice(0, 4) + time.slice(5, 7) + time.slice(8, 10);
  const clock = time.slice(11, 23);
  return `${date}-${clock.endsWith('Z') ? clock.slice(0, -1) : clock}`;
}

/** As the venue takes moments: RFC 3339. Throws a Refusal where it is no time. */
export function instantOf(timestamp: string, name: string): string {
  const at = timeOf(timestamp);
  if (Number.isNaN(at)) throw new Refusal('malformed', `${name} must be a time in UTC`);
  return new Date(at).toISOString();
}

/** The other way round, in milliseconds since 1970; NaN where it is no time. */
export function timeOf(timestamp: string): number {
  const [, year, month, day, clock] = /^(\d{4})(\d\d)(\d\d)-([\d:.]+)$/.exec(timestamp) ?? [];
  return Date.parse(`${year}-${month}-${day}T${clock}Z`);
}

export function nowTimestamp(nowMs: number): string {
  return utcTimestamp(new Date(nowMs).toISOString());
}

const EASTERN = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

const EASTERN_MINUTE = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' },
});

/** The minute (US Eastern) of a moment that FIX writes in UTC; undefined where it is no whole minute. */
export function easternMinute(timestamp: string): { readonly date: string; readonly time: string } | undefined {
  const at = timeOf(timestamp);
  if (Number.isNaN(at) || at % 60_000 !== 0) return undefined;
  const [date = '', time = ''] = EASTERN_MINUTE.format(at).split(' ');
  return { date, time };
}

/** The trading day (US Eastern) of a moment, as FIX writes dates. */
export function easternDate(time: string): string {
  return EASTERN.format(new Date(time)).replaceAll('-', '');
}
