/** The place of a page in a list in the order of time, newest first: opaque outside, a time and an id inside. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ApiError } from '../../../http/methods/index.ts';
import { optional, text } from '../../../http/parameters/index.ts';
import type { Microseconds } from '../../../time/units.ts';

interface Place {
  readonly time: Microseconds;
  readonly id: string;
}

const FORM = /^(0|[1-9][0-9]{0,15}) ([A-Za-z0-9_-]{1,60})$/;

export function cursorParameter() {
  return optional(text({ maxLength: 120, description: 'The cursor of the page before; absent: the newest.' }));
}

export function timeCursor({ time, id }: Place): string {
  return Buffer.from(`${time} ${id}`).toString('base64url');
}

/** The place of a cursor. Throws 106. */
export function placeOfCursor(cursor: string): { readonly time: string; readonly id: string } {
  const [, time, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (time === undefined || id === undefined) throw new ApiError(106, 'cursor is malformed');
  return { time, id };
}

/** Rows after the place of a cursor; of none, all. Throws 106. */
export function afterCursor(cursor: string | undefined, columns: { time: string; id: string }): RawBuilder<SqlBool> {
  if (cursor === undefined) return sql<SqlBool>`1 = 1`;
  const { time, id } = placeOfCursor(cursor);
  const [timeColumn, idColumn] = [sql.ref(columns.time), sql.ref(columns.id)];
  return sql<SqlBool>`(${timeColumn}, ${idColumn}) < (cast(${time} as bigint), ${id})`;
}
