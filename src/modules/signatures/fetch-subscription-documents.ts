import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { accountTemplateFields, accountTemplateSchema } from './signature-fields.ts';
import { asked, type SignatureServices } from './signature-services.ts';

export function fetchSubscriptionDocuments({ esign }: SignatureServices): Method {
  return defineMethod({
    name: 'fetchSubscriptionDocuments',
    verb: 'POST',
    group: 'Documents',
    summary: 'Reads the templates of the connected e-signature account',
    description: 'May be empty. addSubscriptionsforOffering takes them as <templateId>--<name>.',
    refusals: [503],
    parameters: {},
    response: Type.Object({ document_details: Type.Array(accountTemplateSchema) }),
    handler: async () => {
      const templates = await asked(esign.templates());
      return { fields: { document_details: templates.map(accountTemplateFields) } };
    },
  });
}
