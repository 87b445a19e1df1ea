import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { type Kind, Malformed, numericId, required } from '../../http/parameters/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { insertNote, listNotes, type NoteOwner, noteParameters } from '../shared/notes/index.ts';
import { ownerOf, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { tradeNoteFields, tradeNotesSchema } from './trade-notes.ts';

const number = numericId({ description: 'trade id' });
const tradeId: Kind<string> = {
  ...number,
  read: (value) => {
    const read = number.read(value);
    return read instanceof Malformed ? read : String(read);
  },
} as Kind<string>;

export function addTradeNote(services: ModuleServices, trade: RecordOwner): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'addTradeNote',
    verb: 'POST',
    group: 'Trades',
    summary: 'Adds a note to a trade',
    description: 'Answers all notes of the trade, newest first; the number for each trade is limited (106).',
    refusals: [trade.unknown],
    parameters: { tradeId: required(tradeId), ...noteParameters },
    response: Type.Object({ notesDetails: tradeNotesSchema }),
    handler: changeAfter(
      services,
      ({ client, values }) => ownerOf(trade, client, values),
      async ({ client, values }, db, id) => {
        const owner: NoteOwner = { clientId: client.clientId, kind: 'trade', id };
        await insertNote(db, owner, { authorName: values.authorName, note: values.notes }, nowUs());
        const notes = await listNotes(db, owner);
        return { fields: { notesDetails: [true, notes.map(tradeNoteFields)] } };
      },
    ),
  });
}
