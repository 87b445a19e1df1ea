import Type from 'typebox';
import { ApiError, defineMethod, inGroup, type Method, type UploadedFile } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findOffering, OFFERING } from '../offerings/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { readSingleUpload, readUpload, uploadedFiles, uploadParameters } from '../shared/documents/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { line, textsSchema } from '../shared/values/index.ts';
import {
  ADDED_VIEW,
  type DocumentDeps,
  detailParameters,
  insertDetails,
  LISTED_VIEW,
  OFFERING_DOCUMENTS,
  referenceCode,
  UPDATED_VIEW,
  updateOrigin,
  withDetails,
} from './offering-documents.ts';
import { type Watermarked, watermarked } from './watermark.ts';

/** The documents of offerings, with their watermark. Other records keep their documents in their own modules. */
export function documentsModule(deps: DocumentDeps): Method[] {
  return inGroup('Documents', [
    addDocumentsforOffering(deps),
    getDocumentsforOffering(deps),
    updateOfferingDocument(deps),
    deleteDocumentsforOffering(deps),
  ]);
}

function getDocumentsforOffering({ db, documents }: DocumentDeps): Method {
  return defineMethod({
    name: 'getDocumentsforOffering',
    summary: 'Reads the documents of an offering, newest first, with download links that expire',
    description:
      'The links work without credentials. An offering without documents, and an unknown offering, are refused (404).',
    refusals: [404],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ document_details: Type.Array(LISTED_VIEW.schema) }),
    handler: async ({ client, values }) => {
      const offering = await findOffering(db, readerOf(client), values.offeringId);
      if (offering === undefined) throw new ApiError(404);
      const owner = { clientId: offering.client_id, kind: 'offering', id: String(offering.offering_id) } as const;
      const found = await withDetails(db, await documents.list(owner));
      if (found.length === 0) throw new ApiError(404);
      const shown = found.map(async (one) => LISTED_VIEW.show({ ...one, url: await documents.linkTo(one.document) }));
      return { fields: { document_details: await Promise.all(shown) } };
    },
  });
}

function deleteDocumentsforOffering(deps: DocumentDeps): Method {
  const { documents } = deps;
  return defineMethod({
    name: 'deleteDocumentsforOffering',
    summary: 'Deletes a document of an offering; it is no longer shown',
    description: 'Links to its file end at once.',
    refusals: [404],
    parameters: { documentId: required(numericId({ description: 'documentId of a document' })) },
    response: textsSchema('document_details'),
    handler: changeAfter(
      deps,
      async ({ client, values }) => {
        const document = await documents.findByNumber(client.clientId, 'offering', values.documentId);
        if (document === undefined) throw new ApiError(404);
        await documents.withdraw(document);
        return document;
      },
      async (_call, db, document) => {
        await documents.hide(db, document);
        return { fields: { document_details: 'document deleted successfully' } };
      },
    ),
  });
}

function addDocumentsforOffering(deps: DocumentDeps): Method {
  const { db, documents, pdf } = deps;
  const { documentTitle, file_name, createdIpAddress } = uploadParameters(OFFERING_DOCUMENTS);
  return defineMethod({
    name: 'addDocumentsforOffering',
    summary: 'Uploads documents of an offering; PDF files get its stampingText as watermark',
    description: 'A multipart form with a title, a name and a file for each. All of them are stored, or nothing.',
    refusals: [OFFERING.unknown, 429],
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      documentTitle,
      documentFileReferenceCode: required(referenceCode()),
      file_name,
      ...detailParameters,
      createdIpAddress,
    },
    uploads: uploadedFiles(OFFERING_DOCUMENTS),
    response: Type.Object({ document_details: Type.Array(ADDED_VIEW.schema) }),
    handler: changeAfter(
      deps,
      async ({ client, values, files = [], ip }) => {
        const offering = found(OFFERING, await findOffering(db, client.clientId, values.offeringId));
        const uploaded = await readUpload(values.documentTitle, values.file_name, files, OFFERING_DOCUMENTS);
        const stamper = { pdf, clientId: client.clientId };
        const made: Watermarked[] = [];
        for (const [index, number] of [...values.documentTitle.keys()].entries()) {
          const document = { ...uploaded[index]!, referenceCode: values.documentFileReferenceCode };
          made.push(await watermarked(stamper, document, offering.stamping_text, `userfile${number}`));
        }
        const owner = { clientId: client.clientId, kind: 'offering', id: String(offering.offering_id) } as const;
        const rows = await documents.store(
          owner,
          made.map(({ document }) => document),
          ip,
        );
        return { rows, origins: made.map(({ origin }) => origin) };
      },
      async ({ values }, transaction, { rows, origins }) => {
        await documents.show(transaction, rows);
        const details = {
          template_name: values.templateName ?? null,
          approval: values.approval ?? null,
          supervisor_name: values.supervisorname ?? null,
          approval_date: values.date ?? null,
        };
        await insertDetails(transaction, rows, details, origins);
        const shown = rows.map(async (row) => ADDED_VIEW.show({ document: row, url: await documents.linkTo(row) }));
        return { fields: { document_details: await Promise.all(shown) } };
      },
    ),
  });
}

const FILE = 'userfile0';

function updateOfferingDocument(deps: DocumentDeps): Method {
  const { db, documents, pdf } = deps;
  const replacement = async (clientId: string, title: string, files: readonly UploadedFile[], text: string) => {
    if (files.length === 0) return undefined;
    const uploaded = await readSingleUpload(title, FILE, files, OFFERING_DOCUMENTS);
    return watermarked({ pdf, clientId }, uploaded, text, FILE);
  };
  return defineMethod({
    name: 'updateOfferingDocument',
    summary: 'Changes the title and reference of a document of an offering, and its file where one is sent',
    description: 'A new file gets the watermark of the offering as it is now; links to the old one end.',
    refusals: [OFFERING.unknown, 404, 429],
    parameters: {
      documentId: required(numericId({ description: 'documentId of a document' })),
      offeringId: required(numericId({ description: 'offering id' })),
      documentTitle: required(line('title')),
      documentFileReferenceCode: required(referenceCode()),
    },
    uploads: uploadedFiles({ ...OFFERING_DOCUMENTS, filesMax: 1 }),
    response: Type.Object({ document_details: Type.Array(UPDATED_VIEW.schema) }),
    handler: changeAfter(
      deps,
      async ({ client, values, files = [] }) => {
        const { clientId } = client;
        const offering = found(OFFERING, await findOffering(db, clientId, values.offeringId));
        const document = await documents.findByNumber(clientId, 'offering', values.documentId);
        if (document?.owner_id !== String(offering.offering_id)) throw new ApiError(404);
        const made = await replacement(clientId, values.documentTitle, files, offering.stamping_text);
        const stored = made && (await documents.storeReplacement(document, made.document));
        return { document, stored, made };
      },
      async ({ values }, transaction, { document, stored, made }) => {
        const changes = { title: values.documentTitle, reference_code: values.documentFileReferenceCode };
        const changed = await documents.update(document, changes, transaction);
        const shown = stored === undefined ? changed : await documents.exchange(transaction, changed, stored);
        if (made !== undefined) await updateOrigin(transaction, shown, made.origin);
        const fields = {
          document_details: [UPDATED_VIEW.show({ document: shown, url: await documents.linkTo(shown) })],
        };
        // Links to the previous file end.
        return stored === undefined ? { fields } : { fields, afterCommit: () => documents.withdraw(changed) };
      },
    ),
  });
}
