import Type from 'typebox';
import type { PartyRow } from '../../database/schema/index.ts';
import { defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { choice, date as dateKind, Malformed, required } from '../../http/parameters/index.ts';
import type { CheckVariant } from '../../providers/identity/index.ts';
import { isParty, PERSON, type Person, setReviewStatuses } from '../parties/index.ts';
import { type Changed, change, changeAfter } from '../shared/change/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { americanDate, textOrNull, timestamp } from '../shared/values/index.ts';
import { type Asked, checkEntity, checkIndividual, screenOnly, writeAsked } from './check.ts';
import { type KycDeps, PROVIDER_FAILED, partyId, providerResponse, requirePerson } from './kyc-deps.ts';
import { amlWebhook } from './kyc-webhooks.ts';
import { deleteResponses, lastResponse, RESPONSE_TYPES } from './response-records.ts';

/** The two checks; the enhanced one has questions. */
const CHECKS = {
  performKycAml: { variant: 'Enhanced', summary: 'Checks an identity, with questions, and the watch lists' },
  performKycAmlBasic: { variant: 'Basic', summary: 'Checks an identity and the watch lists' },
} as const;

export function performKycAml(deps: KycDeps, name: keyof typeof CHECKS): Method {
  const { variant, summary } = CHECKS[name];
  return defineMethod({
    name,
    summary,
    description:
      'An entity is only screened, and gets AML SCORE in place of kyc. Linked accounts get the status too (C62).',
    refusals: [198],
    otherAnswers: [PROVIDER_FAILED],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      kyc: Type.Optional(
        namedObject('KycOutcome', {
          response: providerResponse(),
          kycstatus: Type.String(),
          amlstatus: Type.String(),
        }),
      ),
      'AML SCORE': Type.Optional(Type.Unsafe({ type: ['object', 'integer'] })),
    }),
    handler: changeAfter(
      deps,
      async ({ client, values }) => {
        const person = await requirePerson(deps, client.clientId, values.partyId);
        return isParty(person) ? individualAnswer(deps, person, variant) : entityAnswer(deps, person, variant);
      },
      writeAsked,
    ),
  });
}

async function individualAnswer(deps: KycDeps, person: PartyRow, variant: CheckVariant): Promise<Asked<Changed>> {
  const { result: kyc, write } = await checkIndividual(deps, person, variant);
  const { kycstatus, amlstatus } = kyc;
  return { result: { fields: { kyc }, webhook: { partyId: person.party_id, kycstatus, amlstatus } }, write };
}

async function entityAnswer(deps: KycDeps, person: Person, variant: CheckVariant): Promise<Asked<Changed>> {
  const { result, write } = await checkEntity(deps, person, variant);
  const { score, kycstatus, amlstatus } = result;
  const fields = { 'AML SCORE': score === 0 ? 0 : { OFAC: score } };
  return { result: { fields, webhook: { partyId: person.party_id, kycstatus, amlstatus } }, write };
}

export function performAml(deps: KycDeps): Method {
  return defineMethod({
    name: 'performAml',
    summary: 'Screens a party or an entity against the watch lists',
    otherAnswers: [PROVIDER_FAILED],
    description:
      'Returns the score of the nearest name; from the threshold on it is reviewed. ' +
      'Linked accounts get the status too (C62).',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      partyDetails: Type.Object({ response: providerResponse(), amlStatus: Type.String() }),
    }),
    handler: changeAfter(
      deps,
      async ({ client, values }) => {
        const person = await requirePerson(deps, client.clientId, values.partyId);
        const { result: screening, write } = await screenOnly(deps, person);
        const { screened, amlStatus } = screening;
        const fields = { partyDetails: { response: screened.response, amlStatus } };
        return { result: { fields, webhook: amlWebhook(client, person, screening) }, write };
      },
      writeAsked,
    ),
  });
}

export function getKycAml(deps: KycDeps): Method {
  return defineMethod({
    name: 'getKycAml',
    summary: 'Reads the KYC and AML status of a party or an entity',
    description: 'Returns the two statuses, with the date of the screening.',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({
      'KYC Status': textOrNull(),
      'Party Status': Type.Object({ PartyID: Type.String(), 'AML status': textOrNull(), 'AML date': textOrNull() }),
    }),
    handler: async ({ client, values }) => {
      const person = await requirePerson(deps, readerOf(client), values.partyId);
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

export function getKycAmlResponse(deps: KycDeps): Method {
  const { db, secrets } = deps;
  return defineMethod({
    name: 'getKycAmlResponse',
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
      const person = await requirePerson(deps, readerOf(client), id);
      const last = await lastResponse(db, secrets, { clientId: person.client_id, partyId: person.party_id, type });
      if (last === undefined) return { fields: { createdAt: null, kycamlDetails: {} } };
      return { fields: { createdAt: timestamp(last.createdAt), kycamlDetails: { kyc: last.check } } };
    },
  });
}

export function deleteKycAml(deps: KycDeps): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'deleteKycAml',
    summary: 'Deletes the results of checks of a party or an entity virtually, and clears its statuses',
    description: 'For a party whose data have changed and which must be checked again.',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({}),
    handler: change(deps, async ({ client, values }, db) => {
      const person = await requirePerson({ ...deps, db }, client.clientId, values.partyId);
      const of = { clientId: client.clientId, partyId: person.party_id };
      const cleared = { kyc_status: null, aml_status: null, aml_date: null };
      await deleteResponses(db, of, nowUs());
      found(PERSON, await setReviewStatuses(db, of, cleared, nowUs()));
      return {};
    }),
  });
}
