import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { required } from '../../http/parameters/index.ts';
import { screenOnly } from './check.ts';
import { partyId, providerResponse } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { amlWebhook } from './kyc-webhooks.ts';
import { PROVIDER_FAILED } from './provider-calls.ts';
import { requirePerson } from './require-person.ts';

export function performAml(services: KycServices): Method {
  return defineMethod({
    name: 'performAml',
    verb: 'POST',
    group: GROUP,
    summary: 'Looks for a party or an entity on the watch lists',
    otherAnswers: [PROVIDER_FAILED],
    description: 'Answers the score of the nearest name. From the threshold on, the AML status awaits a review.',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      partyDetails: Type.Object({ response: providerResponse(), amlStatus: Type.String() }),
    }),
    handler: async ({ client, values }) => {
      const person = await requirePerson(services, client.clientId, values.partyId);
      const screening = await screenOnly(services, person);
      const { screened, amlStatus } = screening;
      return {
        fields: { partyDetails: { response: screened.response, amlStatus } },
        webhook: amlWebhook(client, person, screening),
      };
    },
  });
}
