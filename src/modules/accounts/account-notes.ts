import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { insertNote, listNotes, noteFields, noteParameters, noteSchema } from '../shared/notes/index.ts';
import { idParameter, ownerOf, type RecordOwner } from '../shared/record-owner.ts';
import type { ModuleServices } from '../shared/services.ts';

/** Notes about accounts: addAccountNote, getAccountNotes. They send no webhooks (spec/4 15). */
export function accountNoteMethods({ db, now }: ModuleServices, account: RecordOwner): Method[] {
  return [
    defineMethod({
      name: 'addAccountNote',
      verb: 'POST',
      group: 'Accounts',
      summary: 'Adds a note to an account',
      source: 'spec/3 Accounts, spec/4 8',
      parameters: { ...idParameter(account), ...noteParameters },
      response: Type.Object({ notesDetails: writtenSchema(noteSchema) }),
      handler: async ({ client, values }) => {
        const id = await ownerOf(account, client, values);
        const owner = { clientId: client.clientId, kind: 'account', id } as const;
        const note = await insertNote(db, owner, { authorName: values.authorName, note: values.notes }, now());
        return { fields: { notesDetails: written(noteFields(note)) } };
      },
    }),

    defineMethod({
      name: 'getAccountNotes',
      verb: 'POST',
      group: 'Accounts',
      summary: 'Reads the notes of an account, newest first',
      source: 'spec/4 8',
      parameters: idParameter(account),
      response: Type.Object({ notesDetails: Type.Array(noteSchema) }),
      handler: async ({ client, values }) => {
        const id = await ownerOf(account, client, values);
        const notes = await listNotes(db, { clientId: client.clientId, kind: 'account', id });
        return { fields: { notesDetails: notes.map(noteFields) } };
      },
    }),
  ];
}
