import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import type { DocumentServices } from './document-services.ts';

export function deleteDocumentsforOffering(services: DocumentServices): Method {
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
