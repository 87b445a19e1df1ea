import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { listNotes, noteFields, noteSchema } from '../shared/notes/index.ts';
import { idParameter, type RecordOwner, readOwnerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';

export function getAccountNotes(services: ModuleServices, account: RecordOwner): Method {
  const { db } = services;
  return defineMethod({
    name: 'getAccountNotes',
    verb: 'POST',
    group: 'Accounts',
    summary: 'Reads the notes of an account, newest first',
    description: 'Returns the text, the date and the author of each note.',
    refusals: [148],
    parameters: idParameter(account),
    response: Type.Object({ notesDetails: Type.Array(noteSchema) }),
    handler: async ({ client, values }) => {
      const notes = await listNotes(db, { ...(await readOwnerOf(account, client, values)), kind: 'account' });
      return { fields: { notesDetails: notes.map(noteFields) } };
    },
  });
}
