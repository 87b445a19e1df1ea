import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { insertNote, listNotes, type NoteOwner, noteParameters } from '../shared/notes/index.ts';
import { idParameter, ownerOf, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { tradeNoteFields, tradeNotesSchema } from './trade-notes.ts';

export function addTradeNote({ db, nowUs }: ModuleServices, trade: RecordOwner): Method {
  return defineMethod({
    name: 'addTradeNote',
    verb: 'POST',
    group: 'Trades',
    summary: 'Adds a note to a trade',
    description: 'Answers all notes of the trade, newest first; the number for each trade is limited (106).',
    refusals: [trade.unknown],
    parameters: { ...idParameter(trade), ...noteParameters },
    response: Type.Object({ notesDetails: tradeNotesSchema }),
    handler: async ({ client, values }) => {
      const id = await ownerOf(trade, client, values);
      const owner: NoteOwner = { clientId: client.clientId, kind: 'trade', id };
      await insertNote(db, owner, { authorName: values.authorName, note: values.notes }, nowUs());
      return { fields: { notesDetails: [true, (await listNotes(db, owner)).map(tradeNoteFields)] } };
    },
  });
}
