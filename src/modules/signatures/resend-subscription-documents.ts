import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { deliver, signingOf } from './envelopes.ts';
import { sendParameters, sentFields, sentSchema } from './signature-fields.ts';
import type { SignatureServices } from './signature-services.ts';
import { SENDING_REFUSALS, sentBefore } from './subscriptions.ts';

export function resendSubscriptionDocuments(services: SignatureServices): Method {
  return defineMethod({
    name: 'resendSubscriptionDocuments',
    verb: 'POST',
    group: 'Documents',
    summary: 'Sends the unsigned documents of a trade again',
    description: 'The documents are those that were sent before; a trade without documents is refused (404).',
    refusals: SENDING_REFUSALS,
    parameters: sendParameters,
    response: Type.Object({ document_details: Type.Array(sentSchema) }),
    handler: keepAnswer(services, async (call) => {
      const signing = await signingOf(services, { ...call.values, clientId: call.client.clientId });
      const rows = await sentBefore(services, call, signing);
      const waiting = rows.filter(({ status }) => status === 'CREATED' || status === 'NOTSIGNED');
      await deliver(services, waiting, signing.signer, call.ip);
      return { fields: { document_details: rows.map(sentFields) } };
    }),
  });
}
