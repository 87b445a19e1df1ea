/** performKycAml, performKycAmlBasic and performAml (spec/3 KYC and AML, spec/1 Events). */
import Type from 'typebox';
import type { Client } from '../../http/client.ts';
import { type Answer, defineMethod, type Method } from '../../http/method.ts';
import { required } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import type { CheckVariant } from '../../providers/identity/index.ts';
import { findPerson, type Person } from '../parties/index.ts';
import { checkEntity, checkIndividual, isParty, type Screening, screenOnly } from './check.ts';
import { partyId, providerResponse } from './kyc-parameters.ts';
import { GROUP, type KycServices, SOURCE } from './kyc-services.ts';

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
    description: 'An entity is looked for on the watch lists alone and gets AML SCORE in place of kyc.',
    source: SOURCE,
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      kyc: Type.Optional(
        Type.Object({ response: providerResponse(), kycstatus: Type.String(), amlstatus: Type.String() }),
      ),
      'AML SCORE': Type.Optional(Type.Unsafe({ type: ['object', 'integer'] })),
    }),
    handler: async ({ client, values }) => {
      const person = await requirePerson(services, client, values.partyId);
      return isParty(person) ? individualAnswer(services, person, variant) : entityAnswer(services, person, variant);
    },
  });
}

async function individualAnswer(services: KycServices, person: Person, variant: CheckVariant): Promise<Answer> {
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
    source: SOURCE,
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      partyDetails: Type.Object({ response: providerResponse(), amlStatus: Type.String() }),
    }),
    handler: async ({ client, values }) => {
      const person = await requirePerson(services, client, values.partyId);
      const screening = await screenOnly(services, person);
      const { screened, amlStatus } = screening;
      return {
        fields: { partyDetails: { response: screened.response, amlStatus } },
        webhook: amlWebhook(client, person, screening),
      };
    },
  });
}

/** The field list is the specification's own, odd as it is: names of what the call sent and of what its key may do included. */
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

export async function requirePerson({ db }: KycServices, client: Client, id: string): Promise<Person> {
  const person = await findPerson(db, client.clientId, id);
  if (person === undefined) throw new ApiError(198);
  return person;
}
