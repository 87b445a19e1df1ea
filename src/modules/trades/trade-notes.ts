/** Notes about trades; they send no webhooks (C39). */

import type { Kysely } from 'kysely';
import Type, { type TSchema } from 'typebox';
import type { NoteRow, Schema } from '../../database/schema/index.ts';
import { ApiError, type Client } from '../../http/methods/index.ts';
import { findNote, noteFields, noteSchema } from '../shared/notes/index.ts';

/** A note with the day only. */
export function tradeNoteFields(row: NoteRow) {
  const fields = noteFields(row);
  return { ...fields, createdDate: fields.createdDate?.slice(0, 10) ?? '' };
}

/** A flag that callers ignore, then the notes of the trade, newest first. */
export const tradeNotesSchema: TSchema = Type.Unsafe<unknown>({
  type: 'array',
  minItems: 2,
  maxItems: 2,
  items: {},
  prefixItems: [{ type: 'boolean' }, { type: 'array', items: noteSchema }],
});

/** The client's note of a trade. Throws ApiError 404. */
export async function noteOfTrade(db: Kysely<Schema>, client: Client, noteId: number): Promise<NoteRow> {
  const note = await findNote(db, client.clientId, 'trade', noteId);
  if (note === undefined) throw new ApiError(404);
  return note;
}
