/** Documents that investors send for their verification, and the letters that confirm it (I4). */
import Type from 'typebox';
import type { DocumentRow } from '../../database/schema/index.ts';
import type { UploadedFile, Uploads } from '../../http/methods/index.ts';
import {
  type DocumentOwner,
  type Documents,
  documentFields,
  type NewDocument,
  readSingleUpload,
  type UploadRules,
} from '../shared/documents/index.ts';
import { textsSchema, timestamp } from '../shared/values/index.ts';

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
export const letterSchema = Type.Object({ ...textsSchema('id').properties, ...letterTexts.properties });
export const latestLetterSchema = letterTexts;
export const documentSchema = Type.Object({
  ...letterSchema.properties,
  ...textsSchema('documentid', 'documentTitle', 'documentFileReferenceCode').properties,
});

export async function shownDocument(documents: Documents, row: DocumentRow) {
  return documentFields(row, await documents.linkTo(row), 'accountId');
}

export async function shownLetter(documents: Documents, row: DocumentRow) {
  return {
    id: String(row.document_number),
    accountId: row.owner_id,
    documentFileName: row.file_name,
    createdDate: timestamp(row.created_at),
    documentUrl: await documents.linkTo(row),
  };
}
