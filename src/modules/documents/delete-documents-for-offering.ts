import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { textsSchema } from '../shared/answers.ts';
import type { DocumentServices } from './documents-module.ts';

export function deleteDocumentsforOffering({ documents }: DocumentServices): Method {
  return defineMethod({
    name: 'deleteDocumentsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Deletes a document of an offering; it is no longer shown',
    description: 'Links to its file end at once.',
    refusals: [404],
    parameters: { documentId: required(numericId({ description: 'documentId of a document' })) },
    response: textsSchema('document_details'),
    handler: async ({ client, values }) => {
      const document = await documents.findByNumber(client.clientId, 'offering', values.documentId);
      if (document === undefined) throw new ApiError(404);
      await documents.delete(document);
      return { fields: { document_details: 'document deleted successfully' } };
    },
  });
}
