import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { deleteNote } from '../shared/notes/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { textsSchema } from '../shared/values/index.ts';
import { noteOfTrade } from './trade-notes.ts';

export function deleteTradeNote(services: ModuleServices): Method {
  return defineMethod({
    name: 'deleteTradeNote',
    verb: 'POST',
    group: 'Trades',
    summary: 'Deletes a note of a trade',
    description: 'It is kept and no longer shown.',
    refusals: [404],
    parameters: { noteId: required(numericId({ description: 'note id' })) },
    response: textsSchema('notesDetails'),
    handler: change(services, async ({ client, values }, db) => {
      await deleteNote(db, await noteOfTrade(db, client, values.noteId), services.nowUs());
      return { fields: { notesDetails: 'Note deleted successfully' } };
    }),
  });
}
