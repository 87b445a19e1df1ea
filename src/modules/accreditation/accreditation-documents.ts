/** Documents that investors send for their verification, and the letters that confirm it (I4). */
import Type from 'typebox';
import type { DocumentRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method, type UploadedFile, type Uploads } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount, requireActiveAccount } from '../accounts/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import {
  type DocumentOwner,
  type Documents,
  documentFields,
  type NewDocument,
  readSingleUpload,
  type UploadRules,
} from '../shared/documents/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { ipAddress, textsSchema, timestamp } from '../shared/values/index.ts';

const VERIFICATION_FILES: UploadRules = {
  types: ['pdf', 'jpg', 'png', 'txt'],
  filesMax: 1,
  bytesMin: 1024,
  bytesMax: 100 * 1024 * 1024,
};

/** The fields that may hold the file: the documented one, and the one of the other uploads. */
const FILE_FIELDS = ['userfile', 'userfile0'] as const;

export function verificationUploads(about: string): Uploads {
  return {
    filesMax: VERIFICATION_FILES.filesMax,
    bytesMax: VERIFICATION_FILES.bytesMax,
    fields: Object.fromEntries(FILE_FIELDS.map((field) => [field, about])),
  };
}

/** The one file of a call. Throws 106 with the fault. */
export function readVerificationFile(title: string, files: readonly UploadedFile[]): Promise<NewDocument> {
  const field = FILE_FIELDS.find((one) => files.some((file) => file.field === one)) ?? FILE_FIELDS[0];
  return readSingleUpload(title, field, files, VERIFICATION_FILES);
}

interface OfAccount {
  readonly clientId: string;
  readonly accountId: string;
}

export function documentsOf({ clientId, accountId }: OfAccount): DocumentOwner {
  return { clientId, kind: 'accreditation', id: accountId };
}

export function lettersOf({ clientId, accountId }: OfAccount): DocumentOwner {
  return { clientId, kind: 'accreditation_letter', id: accountId };
}

const letterTexts = textsSchema('accountId', 'documentFileName', 'createdDate', 'documentUrl');
/** A letter in the list of all; getAiLetter shows the latest without its id. */
const letterSchema = Type.Object({ ...textsSchema('id').properties, ...letterTexts.properties });
const latestLetterSchema = letterTexts;
const documentSchema = Type.Object({
  ...letterSchema.properties,
  ...textsSchema('documentid', 'documentTitle', 'documentFileReferenceCode').properties,
});

export async function shownDocument(documents: Documents, row: DocumentRow) {
  return documentFields(row, await documents.linkTo(row), 'accountId');
}

async function shownLetter(documents: Documents, row: DocumentRow) {
  return {
    id: String(row.document_number),
    accountId: row.owner_id,
    documentFileName: row.file_name,
    createdDate: timestamp(row.created_at),
    documentUrl: await documents.linkTo(row),
  };
}

export function uploadVerificationDocument(deps: ModuleDeps): Method {
  const { db, documents } = deps;
  return defineMethod({
    name: 'uploadVerificationDocument',
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
      deps,
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

export function getAiDocument({ db, documents }: ModuleDeps): Method {
  return defineMethod({
    name: 'getAiDocument',
    summary: 'Reads the documents and letters of the verification of an account, newest first',
    description: 'The links expire. With a documentId only that document is shown.',
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

export function getAiLetter({ db, documents }: ModuleDeps): Method {
  return defineMethod({
    name: 'getAiLetter',
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
