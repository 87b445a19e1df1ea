import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount, requireActiveAccount } from '../accounts/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ipAddress, textsSchema } from '../shared/values/index.ts';
import {
  documentSchema,
  documentsOf,
  latestLetterSchema,
  letterSchema,
  lettersOf,
  readVerificationFile,
  shownDocument,
  shownLetter,
  verificationUploads,
} from './accreditation-documents.ts';
import { GROUP } from './accreditation-fields.ts';

export function uploadVerificationDocument(services: ModuleServices): Method {
  const { db, documents } = services;
  return defineMethod({
    name: 'uploadVerificationDocument',
    verb: 'POST',
    group: GROUP,
    summary: 'Uploads a document that shows that the investor of an account is accredited',
    description: "A multipart form with one file. The file's type is read from its content, not from its name.",
    refusals: [148],
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      documentTitle: required(text({ description: 'the plain title', maxLength: 200 })),
      createdIpAddress: optional(ipAddress()),
    },
    uploads: verificationUploads('pdf, jpg, jpeg, png or txt; from 1024 bytes to 100 MB'),
    response: textsSchema('document_details'),
    handler: changeAfter(
      services,
      async ({ client, values, files = [] }) => {
        const account = await requireActiveAccount(db, client.clientId, values.accountId);
        const of = { clientId: client.clientId, accountId: account.account_id };
        const document = await readVerificationFile(values.documentTitle, files);
        await documents.keep(documentsOf(of), [document], values.createdIpAddress ?? null);
        return of;
      },
      async (_call, _db, { accountId }) => ({
        fields: { document_details: 'Document has been uploaded Successfully' },
        webhook: { accountId },
      }),
    ),
  });
}

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

export function getAiLetter({ db, documents }: ModuleServices): Method {
  return defineMethod({
    name: 'getAiLetter',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the latest letter that confirms the accreditation of an account',
    description: 'The link expires. An account without a letter is refused (404).',
    refusals: [148, 404],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ document_details: Type.Array(latestLetterSchema) }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const of = { clientId: account.client_id, accountId: account.account_id };
      const [letter] = await documents.list(lettersOf(of));
      if (letter === undefined) throw new ApiError(404);
      const { id: _, ...shown } = await shownLetter(documents, letter);
      return { fields: { document_details: [shown] } };
    },
  });
}
