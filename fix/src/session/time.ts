/** A time as UTCTimestamp with milliseconds. */
export function utcTimestamp(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 23)}`;
}

/** The time of a UTCTimestamp, milliseconds; undefined for other text. */
export function parseUtcTimestamp(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d:\d\d:\d\d)(\.\d{1,9})?$/.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, time, fraction = ''] = parts;
  const ms = Date.parse(`${year}-${month}-${day}T${time}${fraction.slice(0, 4).padEnd(4, fraction ? '0' : '')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
