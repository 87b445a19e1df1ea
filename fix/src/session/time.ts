/** The last second that was written: most messages are of the same one. */
let written = { second: Number.NaN, text: '' };

/** A time as UTCTimestamp with milliseconds. */
export function utcTimestamp(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== written.second) {
    const iso = new Date(second * 1000).toISOString();
    written = { second, text: `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 19)}.` };
  }
  return written.text + String(Math.floor(ms) - second * 1000).padStart(3, '0');
}

/** The time of a UTCTimestamp, milliseconds; undefined for other text. */
export function parseUtcTimestamp(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d:\d\d:\d\d)(\.\d{1,9})?$/.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, time, fraction = ''] = parts;
  const ms = Date.parse(`${year}-${month}-${day}T${time}${fraction.slice(0, 4).padEnd(4, fraction ? '0' : '')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
