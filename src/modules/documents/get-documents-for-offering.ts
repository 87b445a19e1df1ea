import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findOffering } from '../offerings/index.ts';
import { readerOf } from '../shared/record/index.ts';
import type { DocumentServices } from './document-services.ts';
import { listedFields, listedSchema } from './offering-document-fields.ts';
import { withDetails } from './offering-document-records.ts';

export function getDocumentsforOffering({ db, documents }: DocumentServices): Method {
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
