import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { recheckTradesOfOffering } from '../shared/eligible-to-close.ts';
import { found, writeRecord } from '../shared/record/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import { TEMPLATE } from './signature-kind.ts';
import type { SignatureServices } from './signature-services.ts';

export function deleteSubscriptionsforOffering(services: SignatureServices): Method {
  return defineMethod({
    name: 'deleteSubscriptionsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Removes a template from its offering',
    description:
      'Documents that were sent before stay as they are and can still be signed. An offering without templates has ' +
      'nothing to sign (T9).',
    refusals: [404],
    parameters: { templateId: required(numericId({ description: 'templateId of a template of an offering' })) },
    response: textsSchema('document_details'),
    handler: change(services, async ({ client, values }, transaction) => {
      const of = { clientId: client.clientId, id: values.templateId };
      const { offering_id } = found(
        TEMPLATE,
        await writeRecord(transaction, TEMPLATE, of, { deleted_at: services.nowUs() }),
      );
      const alsoFires = await recheckTradesOfOffering(transaction, {
        clientId: client.clientId,
        offeringId: offering_id,
      });
      return { fields: { document_details: 'Template deleted successfully' }, alsoFires };
    }),
  });
}
