/** getKycAml, getKycAmlResponse and deleteKycAml (C64, C67). */
import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { choice, date as dateKind, Malformed, required } from '../../http/parameters/index.ts';
import { PERSON, setReviewStatuses } from '../parties/index.ts';
import { textOrNull } from '../shared/answers.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { americanDate, timestamp } from '../shared/times.ts';
import { requirePerson } from './check-methods.ts';
import { partyId, providerResponse } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { deleteResponses, lastResponse, RESPONSE_TYPES } from './response-records.ts';

export function statusMethods(services: KycServices): Method[] {
  return [getKycAml(services), getKycAmlResponse(services), deleteKycAml(services)];
}

function getKycAml(services: KycServices): Method {
  return defineMethod({
    name: 'getKycAml',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the KYC and AML status of a party or an entity',
    description: 'Answers the two statuses, with the date of the screening.',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      'KYC Status': textOrNull(),
      'Party Status': Type.Object({ PartyID: Type.String(), 'AML status': textOrNull(), 'AML date': textOrNull() }),
    }),
    handler: async ({ client, values }) => {
      const person = await requirePerson(services, readerOf(client), values.partyId);
      return {
        fields: {
          'KYC Status': person.kyc_status,
          'Party Status': {
            PartyID: person.party_id,
            'AML status': person.aml_status,
            'AML date': shownDate(person.aml_date),
          },
        },
      };
    },
  });
}

const sentDate = dateKind();

/** Clients store the date in any form of a date; here it is MM-DD-YYYY (C14). */
function shownDate(stored: string | null): string | null {
  if (stored === null) return null;
  const read = sentDate.read(stored);
  return read instanceof Malformed ? stored : americanDate(read);
}

function getKycAmlResponse(services: KycServices): Method {
  const { db, secrets } = services;
  return defineMethod({
    name: 'getKycAmlResponse',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads what the latest check of a type found',
    description: 'Answers what the provider said, as it said it.',
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

function deleteKycAml(services: KycServices): Method {
  const { db, nowUs } = services;
  return defineMethod({
    name: 'deleteKycAml',
    verb: 'POST',
    group: GROUP,
    summary: 'Deletes what checks of a party or an entity found, virtually, and clears its statuses',
    description: 'For a party whose data have changed: it must be checked anew.',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({}),
    handler: async ({ client, values }) => {
      const person = await requirePerson(services, client.clientId, values.partyId);
      const of = { clientId: client.clientId, partyId: person.party_id };
      const cleared = { kyc_status: null, aml_status: null, aml_date: null };
      await db.transaction().execute(async (transaction) => {
        await deleteResponses(transaction, of, nowUs());
        found(PERSON, await setReviewStatuses(transaction, of, cleared, nowUs()));
      });
      return {};
    },
  });
}
