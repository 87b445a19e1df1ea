import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { screenOnly, writeAsked } from './check.ts';
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
    summary: 'Screens a party or an entity against the watch lists',
    otherAnswers: [PROVIDER_FAILED],
    description:
      'Returns the score of the nearest name. From the threshold on, the AML status ' +
      'awaits a review. The linked accounts get the status too (C62).',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      partyDetails: Type.Object({ response: providerResponse(), amlStatus: Type.String() }),
    }),
    handler: changeAfter(
      services,
      async ({ client, values }) => {
        const person = await requirePerson(services, client.clientId, values.partyId);
        const { result: screening, write } = await screenOnly(services, person);
        const { screened, amlStatus } = screening;
        const fields = { partyDetails: { response: screened.response, amlStatus } };
        return { result: { fields, webhook: amlWebhook(client, person, screening) }, write };
      },
      writeAsked,
    ),
  });
}
