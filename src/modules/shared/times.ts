/** What updatedDate says of a record that was never updated (C14). */
export const NEVER = '0000-00-00 00:00:00';

/** YYYY-MM-DD HH:MM:SS in UTC, from microseconds since 1970 (C14). */
export function timestamp(micros: number): string {
  const iso = new Date(Math.floor(micros / 1000)).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** MM-DD-YYYY, from the stored YYYY-MM-DD. */
export function americanDate(date: string): string {
  return `${date.slice(5, 7)}-${date.slice(8, 10)}-${date.slice(0, 4)}`;
}
