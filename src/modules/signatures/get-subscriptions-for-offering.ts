import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { readerOf } from '../shared/record/index.ts';
import { templateFields, templateSchema } from './signature-fields.ts';
import type { SignatureServices } from './signature-services.ts';
import { templatesOf } from './template-records.ts';

export function getSubscriptionsforOffering({ db, documents }: SignatureServices): Method {
  return defineMethod({
    name: 'getSubscriptionsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Reads the templates of an offering, newest first, with links that expire',
    description: 'An offering without templates, and an unknown offering, are refused (404).',
    refusals: [404],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ document_details: Type.Array(templateSchema) }),
    handler: async ({ client, values }) => {
      const templates = await templatesOf(db, readerOf(client), values.offeringId);
      if (templates.length === 0) throw new ApiError(404);
      const shown = templates.map(async (row) => {
        const document = await documents.findByNumber(row.client_id, 'template', row.document_number);
        return templateFields(row, document === undefined ? '' : await documents.linkTo(document));
      });
      return { fields: { document_details: await Promise.all(shown) } };
    },
  });
}
