import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { date as dateKind, Malformed, required } from '../../http/parameters/index.ts';
import { readerOf } from '../shared/record/index.ts';
import { americanDate, textOrNull } from '../shared/values/index.ts';
import { partyId } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { requirePerson } from './require-person.ts';

export function getKycAml(services: KycServices): Method {
  return defineMethod({
    name: 'getKycAml',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the KYC and AML status of a party or an entity',
    description: 'Returns the two statuses, with the date of the screening.',
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
