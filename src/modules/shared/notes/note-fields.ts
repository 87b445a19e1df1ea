import type { TObject } from 'typebox';
import type { NoteRow } from '../../../database/tables/documents.ts';
import { required, text } from '../../../http/parameters.ts';
import { textsSchema } from '../answers.ts';
import { line } from '../parameters.ts';
import { timestamp } from '../times.ts';

/** What the methods that add a note take beside the record's id (spec/3 addAccountNote, addTradeNote). */
export const noteParameters = {
  authorName: required(line('who writes the note')),
  notes: required(text({ description: 'the note' })),
};

export const noteSchema: TObject = textsSchema('noteId', 'authorname', 'note', 'createdDate');

/** A note as the methods show it (spec/4 8 and 10). */
export function noteFields(row: NoteRow): Record<string, string> {
  return {
    noteId: String(row.note_id),
    authorname: row.author_name,
    note: row.note,
    createdDate: timestamp(row.created_at),
  };
}
