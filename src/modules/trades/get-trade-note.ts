import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { listNotes, noteSchema } from '../shared/notes/index.ts';
import { idParameter, type RecordOwner, readOwnerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { tradeNoteFields } from './trade-notes.ts';

export function getTradeNote({ db }: ModuleServices, trade: RecordOwner): Method {
  return defineMethod({
    name: 'getTradeNote',
    verb: 'POST',
    group: 'Trades',
    summary: 'Reads the notes of a trade, newest first',
    description: 'Answers the text, the day and who wrote it.',
    refusals: [trade.unknown],
    parameters: idParameter(trade),
    response: Type.Object({ notesDetails: Type.Array(noteSchema) }),
    handler: async ({ client, values }) => {
      const notes = await listNotes(db, { ...(await readOwnerOf(trade, client, values)), kind: 'trade' });
      return { fields: { notesDetails: notes.map(tradeNoteFields) } };
    },
  });
}
