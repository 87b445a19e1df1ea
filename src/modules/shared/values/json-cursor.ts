/** The place of a page in a list that is not in the order of time: opaque outside, JSON inside. */
import { malformedCall } from '../../../http/body/index.ts';
import { optional, text } from '../../../http/parameters/index.ts';

/** Of a place with ids, or with the name of a file. */
const LENGTH_MAX = 1000;

export function jsonCursorParameter(description: string) {
  return optional(text({ maxLength: LENGTH_MAX, description }));
}

function jsonCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** For the next page; null: this was the last. */
export function jsonCursorOrNull(place: object | null): string | null {
  return place === null ? null : jsonCursor(place);
}

/** The place of a cursor; null without one. Throws ApiError 106 for a text that no answer gave. */
export function placeOfJson<T>(cursor: string | undefined, isPlace: (place: unknown) => place is T): T | null {
  if (cursor === undefined) return null;
  const place = parsed(cursor);
  if (!isPlace(place)) throw malformedCall('method', 'cursor', 'is malformed');
  return place;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
