import type { TObject } from 'typebox';
import type { NoteRow } from '../../../database/schema/index.ts';
import { type FieldLevels, namedObject } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { piiTable } from '../record/index.ts';
import { line, textsSchema, timestamp } from '../values/index.ts';

/** The parameters of a new note in addition to the record's id (C39). */
export const noteParameters = {
  authorName: required(line('who writes the note')),
  notes: required(text({ description: 'the note' })),
};

export function noteSchema(title: string): TObject {
  return namedObject(title, textsSchema('noteId', 'authorname', 'note', 'createdDate').properties);
}

/** The levels of the fields of notes. */
export function noteLevels(scope: string): FieldLevels {
  return piiTable(scope, { none: 'noteId createdDate notesDetails', pii_medium: 'authorname note' });
}

/** A note as the methods show it (C39). */
export function noteFields(row: NoteRow): Record<string, string> {
  return {
    noteId: String(row.note_id),
    authorname: row.author_name,
    note: row.note,
    createdDate: timestamp(row.created_at),
  };
}
