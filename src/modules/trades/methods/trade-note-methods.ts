/** Notes about trades; they send no webhooks (C39). */
import Type, { type TSchema } from 'typebox';
import type { Db, NoteRow } from '../../../database/schema/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { type Kind, mapKind, numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { change, changeAfter } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import {
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  type NoteOwner,
  noteFields,
  noteParameters,
  noteSchema,
  updateNote,
} from '../../shared/notes/index.ts';
import { idParameter, ownerOf, type RecordOwner, readOwnerOf } from '../../shared/record/index.ts';
import { line, textsSchema } from '../../shared/values/index.ts';

/** A note with the day only. */
function tradeNoteFields(row: NoteRow) {
  const fields = noteFields(row);
  return { ...fields, createdDate: fields.createdDate?.slice(0, 10) ?? '' };
}

const tradeNote = noteSchema('TradeNote');

/** A flag that callers ignore, then the notes of the trade, newest first. */
const tradeNotesSchema: TSchema = Type.Unsafe<unknown>({
  type: 'array',
  minItems: 2,
  maxItems: 2,
  items: {},
  prefixItems: [{ type: 'boolean' }, { type: 'array', items: tradeNote }],
});

/** The client's note of a trade. Throws ApiError 404. */
async function noteOfTrade(db: Db, client: Client, noteId: number): Promise<NoteRow> {
  const note = await findNote(db, client.clientId, 'trade', noteId);
  if (note === undefined) throw new ApiError(404);
  return note;
}

const number = numericId({ description: 'trade id' });
const tradeId: Kind<string> = mapKind(number, (read) => String(read)) as Kind<string>;

export function addTradeNote(deps: ModuleDeps, trade: RecordOwner): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'addTradeNote',
    summary: 'Adds a note to a trade',
    description: 'Answers all notes of the trade, newest first; the number for each trade is limited (106).',
    refusals: [trade.unknown],
    parameters: { tradeId: required(tradeId), ...noteParameters },
    response: Type.Object({ notesDetails: tradeNotesSchema }),
    handler: changeAfter(
      deps,
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

export function getTradeNote({ db }: ModuleDeps, trade: RecordOwner): Method {
  return defineMethod({
    name: 'getTradeNote',
    summary: 'Reads the notes of a trade, newest first',
    description: 'Answers the text, the day and who wrote it.',
    refusals: [trade.unknown],
    parameters: idParameter(trade),
    response: Type.Object({ notesDetails: Type.Array(tradeNote) }),
    handler: async ({ client, values }) => {
      const notes = await listNotes(db, { ...(await readOwnerOf(trade, client, values)), kind: 'trade' });
      return { fields: { notesDetails: notes.map(tradeNoteFields) } };
    },
  });
}

export function updateTradeNote(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'updateTradeNote',
    summary: 'Changes a note of a trade',
    description: 'The author stays unless another one is named.',
    refusals: [404],
    parameters: {
      noteId: required(numericId({ description: 'note id' })),
      notes: required(text({ description: 'the note' })),
      authorName: optional(line('who writes the note')),
    },
    response: textsSchema('notesDetails'),
    handler: change(deps, async ({ client, values }, db) => {
      const note = await noteOfTrade(db, client, values.noteId);
      await updateNote(db, note, { authorName: values.authorName, note: values.notes }, deps.nowUs());
      return { fields: { notesDetails: 'Note updated successfully' } };
    }),
  });
}

export function deleteTradeNote(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'deleteTradeNote',
    summary: 'Deletes a note of a trade',
    description: 'It is kept and no longer shown.',
    refusals: [404],
    parameters: { noteId: required(numericId({ description: 'note id' })) },
    response: textsSchema('notesDetails'),
    handler: change(deps, async ({ client, values }, db) => {
      await deleteNote(db, await noteOfTrade(db, client, values.noteId), deps.nowUs());
      return { fields: { notesDetails: 'Note deleted successfully' } };
    }),
  });
}
