import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { reserveIds, useIds } from '../shared/ids/index.ts';
import { insertNote, noteFields, noteParameters, noteSchema } from '../shared/notes/index.ts';
import { idParameter, ownerOf, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { written, writtenSchema } from '../shared/values/index.ts';

export function addAccountNote(services: ModuleServices, account: RecordOwner): Method {
  const { db, nowUs } = services;
  return defineMethod({
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
  });
}
