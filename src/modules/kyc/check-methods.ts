/** performKycAml, performKycAmlBasic and performAml (C63). */
import Type from 'typebox';
import type { PartyRow } from '../../database/tables/parties.ts';
import type { Client } from '../../http/client.ts';
import { type Answer, defineMethod, type Method } from '../../http/method.ts';
import { required } from '../../http/parameters/index.ts';
import type { CheckVariant } from '../../providers/identity/index.ts';
import { findPerson, isParty, PERSON, type Person } from '../parties/index.ts';
import { found, type Reader } from '../shared/record/index.ts';
import { checkEntity, checkIndividual, type Screening, screenOnly } from './check.ts';
import { partyId, providerResponse } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { PROVIDER_FAILED } from './provider-calls.ts';

export function checkMethods(services: KycServices): Method[] {
  return [
    performMethod(services, 'performKycAml', 'Enhanced', 'Checks an identity, with questions, and the watch lists'),
    performMethod(services, 'performKycAmlBasic', 'Basic', 'Checks an identity and the watch lists'),
    performAml(services),
  ];
}

function performMethod(services: KycServices, name: string, variant: CheckVariant, summary: string): Method {
  return defineMethod({
    name,
    verb: 'POST',
    group: GROUP,
    summary,
    description: 'An entity is only looked for on the watch lists, and gets AML SCORE in place of kyc.',
    refusals: [198],
    otherAnswers: [PROVIDER_FAILED],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      kyc: Type.Optional(
        Type.Object({ response: providerResponse(), kycstatus: Type.String(), amlstatus: Type.String() }),
      ),
      'AML SCORE': Type.Optional(Type.Unsafe({ type: ['object', 'integer'] })),
    }),
    handler: async ({ client, values }) => {
      const person = await requirePerson(services, client.clientId, values.partyId);
      return isParty(person) ? individualAnswer(services, person, variant) : entityAnswer(services, person, variant);
    },
  });
}

async function individualAnswer(services: KycServices, person: PartyRow, variant: CheckVariant): Promise<Answer> {
  const kyc = await checkIndividual(services, person, variant);
  const { kycstatus, amlstatus } = kyc;
  return { fields: { kyc }, webhook: { partyId: person.party_id, kycstatus, amlstatus } };
}

async function entityAnswer(services: KycServices, person: Person, variant: CheckVariant): Promise<Answer> {
  const { score, kycstatus, amlstatus } = await checkEntity(services, person, variant);
  return {
    fields: { 'AML SCORE': score === 0 ? 0 : { OFAC: score } },
    webhook: { partyId: person.party_id, kycstatus, amlstatus },
  };
}

function performAml(services: KycServices): Method {
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

/**
 * The field list is one that receivers know, odd as it is: names of what the call sent and of what its key may do
 * included.
 */
function amlWebhook(client: Client, person: Person, { screened, amlStatus }: Screening) {
  const permissions = [...client.fieldPermissions].filter((permission) => permission.startsWith('performAml.'));
  return {
    partyId: person.party_id,
    apiMethodName: 'performAml',
    tblFields: 'partyId',
    devPerms: permissions.join(','),
    amlStatus,
    amlList: screened.list,
    amlScore: screened.matches[0]?.score ?? 0,
    expected_id: screened.idNumber,
    providerResponse: screened.response,
  };
}

/** The client's party or entity, or the reader's; 198 when there is none. */
export async function requirePerson({ db }: KycServices, reader: Reader, id: string): Promise<Person> {
  return found(PERSON, await findPerson(db, reader, id));
}
