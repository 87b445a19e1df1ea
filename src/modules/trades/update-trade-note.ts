import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { updateNote } from '../shared/notes/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line, textsSchema } from '../shared/values/index.ts';
import { noteOfTrade } from './trade-notes.ts';

export function updateTradeNote(services: ModuleServices): Method {
  return defineMethod({
    name: 'updateTradeNote',
    verb: 'POST',
    group: 'Trades',
    summary: 'Changes a note of a trade',
    description: 'The author stays unless another one is named.',
    refusals: [404],
    parameters: {
      noteId: required(numericId({ description: 'note id' })),
      notes: required(text({ description: 'the note' })),
      authorName: optional(line('who writes the note')),
    },
    response: textsSchema('notesDetails'),
    handler: change(services, async ({ client, values }, db) => {
      const note = await noteOfTrade(db, client, values.noteId);
      await updateNote(db, note, { authorName: values.authorName, note: values.notes }, services.nowUs());
      return { fields: { notesDetails: 'Note updated successfully' } };
    }),
  });
}
