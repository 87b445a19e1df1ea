import { defineMethod, type Method } from '../../http/methods/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import { sendParameters } from './signature-fields.ts';
import type { SignatureServices } from './signature-services.ts';
import { SENDING_REFUSALS, sendSubscriptions } from './subscriptions.ts';

export function sendSubscriptionDocument(services: SignatureServices): Method {
  return defineMethod({
    name: 'sendSubscriptionDocument',
    verb: 'POST',
    group: 'Documents',
    summary: "Sends the documents of a trade to the account's primary party, to be signed",
    description: 'One document for each template of the offering; an open or signed document is not sent again.',
    refusals: SENDING_REFUSALS,
    parameters: sendParameters,
    response: textsSchema('document_details'),
    handler: keepAnswer(services, async (call) => {
      await sendSubscriptions(services, call);
      return { fields: { document_details: 'Subscription documents sent successfully' } };
    }),
  });
}
