import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { changeAfter } from '../shared/change.ts';
import { reserveIds, useIds } from '../shared/next-id.ts';
import { insertNote, listNotes, noteFields, noteParameters, noteSchema } from '../shared/notes/index.ts';
import { idParameter, ownerOf, type RecordOwner, readOwnerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** Notes about accounts: addAccountNote, getAccountNotes. They send no webhooks (C39). */
export function accountNoteMethods(services: ModuleServices, account: RecordOwner): Method[] {
  const { db, nowUs } = services;
  return [
    defineMethod({
      name: 'addAccountNote',
      verb: 'POST',
      group: 'Accounts',
      summary: 'Adds a note to an account',
      description: 'Notes cannot be changed or deleted; the number for each account is limited (106).',
      refusals: [148],
      parameters: { ...idParameter(account), ...noteParameters },
      response: Type.Object({ notesDetails: writtenSchema(noteSchema) }),
      handler: changeAfter(
        services,
        async ({ client, values }) => ({
          id: await ownerOf(account, client, values),
          ids: await reserveIds(db, ['note']),
        }),
        async ({ client, values }, transaction, { id, ids }) => {
          useIds(transaction, ids);
          const owner = { clientId: client.clientId, kind: 'account', id } as const;
          const sent = { authorName: values.authorName, note: values.notes };
          const note = await insertNote(transaction, owner, sent, nowUs());
          return { fields: { notesDetails: written(noteFields(note)) } };
        },
      ),
    }),

    defineMethod({
      name: 'getAccountNotes',
      verb: 'POST',
      group: 'Accounts',
      summary: 'Reads the notes of an account, newest first',
      description: 'Answers the text, the day and who wrote it.',
      refusals: [148],
      parameters: idParameter(account),
      response: Type.Object({ notesDetails: Type.Array(noteSchema) }),
      handler: async ({ client, values }) => {
        const notes = await listNotes(db, { ...(await readOwnerOf(account, client, values)), kind: 'account' });
        return { fields: { notesDetails: notes.map(noteFields) } };
      },
    }),
  ];
}
