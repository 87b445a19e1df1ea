import Type from 'typebox';
import type { PartyRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import type { CheckVariant } from '../../providers/identity/index.ts';
import { isParty, type Person } from '../parties/index.ts';
import { type Changed, changeAfter } from '../shared/change/index.ts';
import { type Asked, checkEntity, checkIndividual, writeAsked } from './check.ts';
import { partyId, providerResponse } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { PROVIDER_FAILED } from './provider-calls.ts';
import { requirePerson } from './require-person.ts';

/** The two checks; the enhanced one has questions. */
const CHECKS = {
  performKycAml: { variant: 'Enhanced', summary: 'Checks an identity, with questions, and the watch lists' },
  performKycAmlBasic: { variant: 'Basic', summary: 'Checks an identity and the watch lists' },
} as const;

export function performKycAml(services: KycServices, name: keyof typeof CHECKS): Method {
  const { variant, summary } = CHECKS[name];
  return defineMethod({
    name,
    verb: 'POST',
    group: GROUP,
    summary,
    description:
      'An entity is only screened against the watch lists, and gets AML SCORE in place of kyc. The linked accounts ' +
      'get the status too (C62).',
    refusals: [198],
    otherAnswers: [PROVIDER_FAILED],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      kyc: Type.Optional(
        Type.Object({ response: providerResponse(), kycstatus: Type.String(), amlstatus: Type.String() }),
      ),
      'AML SCORE': Type.Optional(Type.Unsafe({ type: ['object', 'integer'] })),
    }),
    handler: changeAfter(
      services,
      async ({ client, values }) => {
        const person = await requirePerson(services, client.clientId, values.partyId);
        return isParty(person) ? individualAnswer(services, person, variant) : entityAnswer(services, person, variant);
      },
      writeAsked,
    ),
  });
}

async function individualAnswer(
  services: KycServices,
  person: PartyRow,
  variant: CheckVariant,
): Promise<Asked<Changed>> {
  const { result: kyc, write } = await checkIndividual(services, person, variant);
  const { kycstatus, amlstatus } = kyc;
  return { result: { fields: { kyc }, webhook: { partyId: person.party_id, kycstatus, amlstatus } }, write };
}

async function entityAnswer(services: KycServices, person: Person, variant: CheckVariant): Promise<Asked<Changed>> {
  const { result, write } = await checkEntity(services, person, variant);
  const { score, kycstatus, amlstatus } = result;
  const fields = { 'AML SCORE': score === 0 ? 0 : { OFAC: score } };
  return { result: { fields, webhook: { partyId: person.party_id, kycstatus, amlstatus } }, write };
}
