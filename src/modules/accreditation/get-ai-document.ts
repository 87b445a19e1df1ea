import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import {
  documentSchema,
  documentsOf,
  letterSchema,
  lettersOf,
  shownDocument,
  shownLetter,
} from './accreditation-documents.ts';
import { GROUP } from './accreditation-kind.ts';

export function getAiDocument({ db, documents }: ModuleServices): Method {
  return defineMethod({
    name: 'getAiDocument',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the documents and letters of the verification of an account, newest first',
    description:
      'The links expire. With a documentId only that document is shown. An account without documents, and an unknown ' +
      'document, are refused (404).',
    refusals: [148, 404],
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      documentId: optional(text({ description: 'documentid of a document', maxLength: 100 })),
    },
    response: Type.Object({
      document_details: Type.Array(documentSchema),
      letter_details: Type.Array(letterSchema),
    }),
    handler: async ({ client, values: { accountId, documentId } }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), accountId));
      const of = { clientId: account.client_id, accountId: account.account_id };
      const all = await documents.list(documentsOf(of));
      const rows = documentId === undefined ? all : all.filter((row) => row.document_id === documentId);
      const letters = await documents.list(lettersOf(of));
      const isUnknown = documentId !== undefined && rows.length === 0;
      if (isUnknown || rows.length + letters.length === 0) throw new ApiError(404);
      return {
        fields: {
          document_details: await Promise.all(rows.map((row) => shownDocument(documents, row))),
          letter_details: await Promise.all(letters.map((row) => shownLetter(documents, row))),
        },
      };
    },
  });
}
