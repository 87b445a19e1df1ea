/** The place of a page in a list that is not in the order of time: opaque outside, JSON inside. */
import { optional, text } from '../../../http/parameters/index.ts';

/** Of a place with ids, or with the name of a file. */
const LENGTH_MAX = 1000;

export function jsonCursorParameter(description: string) {
  return optional(text({ maxLength: LENGTH_MAX, description }));
}

export function jsonCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The place of a cursor; undefined: it is malformed. */
export function placeOfJson<T>(cursor: string, isPlace: (place: unknown) => place is T): T | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return isPlace(place) ? place : undefined;
  } catch {
    return undefined;
  }
}
