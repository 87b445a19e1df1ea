import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import { sendParameters } from './signature-fields.ts';
import { asked, type SignatureServices } from './signature-services.ts';
import { SENDING_REFUSALS, sendSubscriptions } from './subscriptions.ts';

export function sendSubscriptionDocumentClient(services: SignatureServices): Method {
  return defineMethod({
    name: 'sendSubscriptionDocumentClient',
    verb: 'POST',
    group: 'Documents',
    summary: 'Sends the documents of a trade, and returns the address at which each is signed',
    description:
      'The pages can be embedded. An address is valid for 24 hours and for one signature; call again for a new one.',
    refusals: SENDING_REFUSALS,
    parameters: sendParameters,
    response: Type.Object({
      document_details: Type.Array(
        textsSchema('documentKey', 'templateId', 'templateName', 'esignStatus', 'signingUrl'),
      ),
    }),
    handler: keepAnswer(services, async (call) => {
      const { rows } = await sendSubscriptions(services, call);
      const waiting = rows.filter(({ status }) => status !== 'SIGNED');
      const shown = waiting.map(async (row) => ({
        documentKey: row.envelope_id,
        templateId: String(row.template_id),
        templateName: row.template_name,
        esignStatus: row.status,
        signingUrl: await asked(services.esign.signingUrl(row.envelope_id)),
      }));
      return { fields: { document_details: await Promise.all(shown) } };
    }),
  });
}
