import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, required } from '../../http/parameters/index.ts';
import { readerOf } from '../shared/record/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';
import { partyId, providerResponse } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { requirePerson } from './require-person.ts';
import { lastResponse, RESPONSE_TYPES } from './response-records.ts';

export function getKycAmlResponse(services: KycServices): Method {
  const { db, secrets } = services;
  return defineMethod({
    name: 'getKycAmlResponse',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the result of the latest check of a type',
    description: "Returns the provider's response unchanged.",
    refusals: [198],
    parameters: { partyId: required(partyId()), type: required(choice(RESPONSE_TYPES)) },
    response: Type.Object({
      createdAt: textOrNull(),
      kycamlDetails: Type.Object({
        kyc: Type.Optional(
          Type.Object({ response: providerResponse(), kycstatus: textOrNull(), amlstatus: Type.String() }),
        ),
      }),
    }),
    handler: async ({ client, values: { partyId: id, type } }) => {
      const person = await requirePerson(services, readerOf(client), id);
      const last = await lastResponse(db, secrets, { clientId: person.client_id, partyId: person.party_id, type });
      if (last === undefined) return { fields: { createdAt: null, kycamlDetails: {} } };
      return { fields: { createdAt: timestamp(last.createdAt), kycamlDetails: { kyc: last.check } } };
    },
  });
}
