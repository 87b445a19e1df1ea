import Type from 'typebox';
import { ApiError, defineMethod, type Method, type UploadedFile } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findOffering, OFFERING } from '../offerings/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { readSingleUpload, uploadedFiles } from '../shared/documents/index.ts';
import { found } from '../shared/record/index.ts';
import { line } from '../shared/values/index.ts';
import type { DocumentServices } from './document-services.ts';
import { OFFERING_DOCUMENTS, referenceCode, updatedFields, updatedSchema } from './offering-document-fields.ts';
import { updateOrigin } from './offering-document-records.ts';
import { watermarked } from './watermark.ts';

const FILE = 'userfile0';

export function updateOfferingDocument(services: DocumentServices): Method {
  const { db, documents, pdf } = services;
  const replacement = async (clientId: string, title: string, files: readonly UploadedFile[], text: string) => {
    if (files.length === 0) return undefined;
    const uploaded = await readSingleUpload(title, FILE, files, OFFERING_DOCUMENTS);
    return watermarked({ pdf, clientId }, uploaded, text, FILE);
  };
  return defineMethod({
    name: 'updateOfferingDocument',
    verb: 'POST',
    group: 'Documents',
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
    response: Type.Object({ document_details: Type.Array(updatedSchema) }),
    handler: changeAfter(
      services,
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
        const fields = { document_details: [updatedFields(shown, await documents.linkTo(shown))] };
        // Links to the previous file end.
        return stored === undefined ? { fields } : { fields, afterCommit: () => documents.withdraw(changed) };
      },
    ),
  });
}
