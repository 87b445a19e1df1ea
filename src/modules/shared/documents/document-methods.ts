import Type, { type TObject } from 'typebox';
import type { DocumentRow } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type FieldLevels, type Method, namedObject } from '../../../http/methods/index.ts';
import { optional, required, text } from '../../../http/parameters/index.ts';
import { type ChangeDeps, changeAfter } from '../change/index.ts';
import { idParameter, ownerOf, piiTable, type RecordOwner, readOwnerOf } from '../record/index.ts';
import { textsSchema, timestamp } from '../values/index.ts';
import type { DocumentOwnerKind } from './document-records.ts';
import { RECORD_DOCUMENTS, readUpload, type UploadRules, uploadedFiles, uploadParameters } from './document-upload.ts';
import type { Documents } from './documents.ts';

interface Named {
  readonly name: string;
  /** The key of the answer. */
  readonly key: string;
}

export interface DocumentMethods {
  readonly deps: ChangeDeps;
  readonly documents: Documents;
  readonly kind: DocumentOwnerKind;
  readonly owner: RecordOwner;
  /** RECORD_DOCUMENTS when absent. */
  readonly rules?: UploadRules;
  readonly upload: Named & { readonly aliases?: readonly string[] };
  /** ownerKey: the field with the record's id in each item, if it differs from the parameter's name. */
  readonly get: Named & { readonly ownerKey?: string; readonly more?: MoreFields };
  readonly delete: Named & { readonly message: string };
}

/** The fields of items in addition to those of all documents. */
interface MoreFields {
  readonly names: readonly string[];
  readonly of: (document: DocumentRow) => Readonly<Record<string, string>>;
}

/**
 * The three methods with which the documents of a kind of record are uploaded, read and deleted:
 *
 *     ...documentMethods({
 *       services, documents, kind: 'account',
 *       owner: { name: 'accountId', description: 'A and 6 to 10 digits', find: findOwner },
 *       upload: { name: 'uploadAccountDocument', key: 'document_details' },
 *       get: { name: 'getAccountDocument', key: 'document_details' },
 *       delete: { name: 'deleteAccountDocument', key: 'document_details',
 *         message: 'document deleted successfully' },
 *     }),
 *
 * All refuse malformed fields with 106, an unknown record with the code of its kind, an unknown document with 404.
 */
export function documentMethods(declared: DocumentMethods): Method[] {
  return [uploadMethod(declared), getMethod(declared), deleteMethod(declared)];
}

function uploadMethod(declared: DocumentMethods): Method {
  const { deps, documents, kind, owner, upload, rules = RECORD_DOCUMENTS } = declared;
  return defineMethod({
    name: upload.name,
    aliases: upload.aliases ?? [],
    summary: 'Uploads documents, a multipart form with a title, a name and a file for each',
    description: "All of them are stored, or nothing. A file's type is read from its content, not from its name.",
    refusals: [owner.unknown],
    parameters: { ...idParameter(owner), ...uploadParameters(rules) },
    uploads: uploadedFiles(rules),
    response: textsSchema(upload.key),
    handler: changeAfter(
      deps,
      async ({ client, values, files = [] }) => {
        const id = await ownerOf(owner, client, values);
        const uploaded = await readUpload(values.documentTitle, values.file_name, files, rules);
        const of = { clientId: client.clientId, kind, id } as const;
        return { id, rows: await documents.store(of, uploaded, values.createdIpAddress ?? null) };
      },
      async (_call, db, { id, rows }) => {
        await documents.show(db, rows);
        const message = rows.length === 1 ? 'Document uploaded successfully' : 'Documents uploaded successfully';
        return { fields: { [upload.key]: message }, webhook: { [owner.name]: id } };
      },
    ),
  });
}

function getMethod({ documents, kind, owner, get }: DocumentMethods): Method {
  const { key, ownerKey = owner.name, more } = get;
  return defineMethod({
    name: get.name,
    summary: 'Reads the documents, newest first, with download links that expire',
    description: 'The links work without credentials. A record without documents is refused (404).',
    refusals: [owner.unknown, 404],
    parameters: { ...idParameter(owner), documentId: optional(documentIdText()) },
    response: Type.Object({ [key]: Type.Array(itemSchema(kind, ownerKey, more)) }),
    handler: async ({ client, values }) => {
      const of = { ...(await readOwnerOf(owner, client, values)), kind };
      const found =
        values.documentId === undefined
          ? await documents.list(of)
          : [await documents.find(of, values.documentId)].filter((one) => one !== undefined);
      if (found.length === 0) throw new ApiError(404);
      const items = found.map(async (document) => ({
        ...documentFields(document, await documents.linkTo(document), ownerKey),
        ...more?.of(document),
      }));
      return { fields: { [key]: await Promise.all(items) } };
    },
  });
}

function deleteMethod({ deps, documents, kind, owner, delete: remove }: DocumentMethods): Method {
  return defineMethod({
    name: remove.name,
    summary: 'Deletes a document; it is no longer shown',
    description: 'A document of another record is unknown (404).',
    refusals: [owner.unknown, 404],
    parameters: { ...idParameter(owner), documentId: required(documentIdText()) },
    response: textsSchema(remove.key),
    handler: changeAfter(
      deps,
      async ({ client, values }) => {
        const id = await ownerOf(owner, client, values);
        const document = await documents.find({ clientId: client.clientId, kind, id }, values.documentId);
        if (document === undefined) throw new ApiError(404);
        await documents.withdraw(document);
        return document;
      },
      async (_call, db, document) => {
        await documents.hide(db, document);
        return { fields: { [remove.key]: remove.message } };
      },
    ),
  });
}

/** A document as the methods show it (C38). */
export function documentFields(document: DocumentRow, url: string, ownerKey: string): Record<string, string> {
  return {
    id: String(document.document_number),
    [ownerKey]: document.owner_id,
    documentid: document.document_id,
    documentTitle: document.title,
    documentFileName: document.file_name,
    documentFileReferenceCode: document.reference_code,
    createdDate: timestamp(document.created_at),
    documentUrl: url,
  };
}

function itemSchema(kind: string, ownerKey: string, more: MoreFields | undefined): TObject {
  const names = ['id', ownerKey, 'documentid', 'documentTitle', 'documentFileName', 'documentFileReferenceCode'];
  const { properties } = textsSchema(...names, 'createdDate', 'documentUrl', ...(more?.names ?? []));
  return namedObject(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}Document`, properties);
}

/** The levels of the fields of documents (C38): a link downloads the file, whoever opens it. */
export function documentLevels(scope: string): FieldLevels {
  return piiTable(scope, {
    none: 'id documentid documentFileReferenceCode createdDate document_details',
    pii_medium: 'documentTitle documentFileName',
    pii_high: 'documentUrl',
  });
}

function documentIdText() {
  return text({ description: 'documentid of a document', maxLength: 100 });
}
