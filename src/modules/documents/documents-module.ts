import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findOffering } from '../offerings/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { readerOf } from '../shared/record/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import { addDocumentsforOffering } from './add-documents-for-offering.ts';
import type { DocumentServices } from './document-services.ts';
import { listedFields, listedSchema } from './offering-document-fields.ts';
import { withDetails } from './offering-document-records.ts';
import { updateOfferingDocument } from './update-offering-document.ts';

/** The documents of offerings, with their watermark. Other records keep their documents in their own modules. */
export function documentsModule(services: DocumentServices): Method[] {
  return [
    addDocumentsforOffering(services),
    getDocumentsforOffering(services),
    updateOfferingDocument(services),
    deleteDocumentsforOffering(services),
  ];
}

function getDocumentsforOffering({ db, documents }: DocumentServices): Method {
  return defineMethod({
    name: 'getDocumentsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Reads the documents of an offering, newest first, with download links that expire',
    description:
      'The links work without credentials. An offering without documents, and an unknown offering, are refused (404).',
    refusals: [404],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ document_details: Type.Array(listedSchema) }),
    handler: async ({ client, values }) => {
      const offering = await findOffering(db, readerOf(client), values.offeringId);
      if (offering === undefined) throw new ApiError(404);
      const owner = { clientId: offering.client_id, kind: 'offering', id: String(offering.offering_id) } as const;
      const found = await withDetails(db, await documents.list(owner));
      if (found.length === 0) throw new ApiError(404);
      const shown = found.map(async (one) => listedFields(one, await documents.linkTo(one.document)));
      return { fields: { document_details: await Promise.all(shown) } };
    },
  });
}

function deleteDocumentsforOffering(services: DocumentServices): Method {
  const { documents } = services;
  return defineMethod({
    name: 'deleteDocumentsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Deletes a document of an offering; it is no longer shown',
    description: 'Links to its file end at once.',
    refusals: [404],
    parameters: { documentId: required(numericId({ description: 'documentId of a document' })) },
    response: textsSchema('document_details'),
    handler: changeAfter(
      services,
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
