/** What a custodian needs to know of a party of a custody account (U5). */

import Type from 'typebox';
import type { CustodyPartySupplementRow } from '../../../database/schema/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { type Kind, Malformed, optional, required, text } from '../../../http/parameters/index.ts';
import { findPerson, PERSON } from '../../parties/index.ts';
import { change } from '../../shared/change/index.ts';
import {
  changeDetails,
  type DetailField,
  type DetailKind,
  detailCreation,
  detailSchema,
  detailUpdate,
  findDetails,
  insertDetails,
  openDetails,
  sentDetails,
  shownDetails,
} from '../../shared/details/index.ts';
import { found, readerOf, type Secrets } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress, line } from '../../shared/values/index.ts';

/** Text that is kept as sent, but for the numbers that stand for the usual ones: 1 for the first. */
function numbered(usual: readonly string[]): Kind<string> {
  const kind = line(`expected ${usual.join(', ')}, or 1 to ${usual.length} for them; else kept as sent`);
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      return read instanceof Malformed ? read : (usual[Number(read) - 1] ?? read);
    },
  };
}

/** The answer to a question: 1 is yes and 2 no, in any case; of anything else nothing is kept. */
function answer([yes, no]: readonly [string, string]): Kind<string> {
  const kind = text({ description: 'Yes or No, or 1 or 2; anything else is kept as empty', maxLength: 500 });
  return {
    ...kind,
    read: (value) => {
      const read = kind.read(value);
      if (read instanceof Malformed) return read;
      if (isYes(read)) return yes;
      return ['no', '2'].includes(read.toLowerCase()) ? no : '';
    },
  };
}

function isYes(value: unknown): boolean {
  return ['yes', '1'].includes(String(value).toLowerCase());
}

const YES_NO = ['Yes', 'No'] as const;

const FIELDS: readonly DetailField[] = [
  { name: 'relationship', kind: line('owner for the account owner; kept as sent') },
  { name: 'salutation', kind: numbered(['Mr.', 'Mrs.', 'Ms.', 'Dr.']) },
  { name: 'countryOfCitizenship', kind: line('country of citizenship') },
  { name: 'authorizedSigner', kind: answer(YES_NO) },
  { name: 'controlPerson', kind: answer(YES_NO) },
  { name: 'politicallyExposedPerson', kind: answer(YES_NO) },
  {
    name: 'politicallyExposedPersonDetails',
    kind: text({ description: 'needed when politicallyExposedPerson is Yes' }),
    required: (other) => isYes(other('politicallyExposedPerson')),
  },
  { name: 'beneficiaryType', kind: numbered(['Spouse', 'Non-Spouse', 'Trust/Entity']) },
  { name: 'beneficiaryPercentage', kind: line('kept as sent') },
  { name: 'mailingAddressLine1', kind: line('mailing address') },
  { name: 'mailingAddressLine2', kind: line('mailing address, second line') },
  { name: 'mailingCity', kind: line('city') },
  { name: 'mailingState', kind: line('state') },
  { name: 'mailingZipCode', kind: line('postal code') },
  { name: 'mailingCountry', kind: line('country') },
  { name: 'publicCompany', kind: answer(['yes', 'no']) },
  { name: 'companyTicker', kind: line('ticker of the public company') },
  { name: 'associatedFirm', kind: line('firm that the party is associated with') },
];

const PARTY_SUPPLEMENT: DetailKind<'custody_party_supplements'> = {
  table: 'custody_party_supplements',
  id: 'party_id',
  unknown: 200,
  fields: FIELDS,
};

const KEY = 'party details';

const partyId = required(text({ description: 'party id (P) or entity id (E)', maxLength: 100 }));

const partySupplementAnswer = Type.Object({
  [KEY]: Type.Object({ partyId: Type.String(), ...detailSchema(PARTY_SUPPLEMENT.fields).properties }),
});

function partySupplementFields(secrets: Secrets, client: Client, row: CustodyPartySupplementRow) {
  const details = openDetails(secrets, PARTY_SUPPLEMENT, row);
  const shown = shownDetails(PARTY_SUPPLEMENT.fields, details, { client, scope: 'party.read' });
  return { [KEY]: { partyId: row.party_id, ...shown } };
}

const { fields } = PARTY_SUPPLEMENT;

/** addCustodyPartySupplement is its older name. */
export function createCustodyPartySupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createCustodyPartySupplement',
    deprecatedAliases: ['addCustodyPartySupplement'],
    summary: 'Stores what a custodian needs to know of a party or an entity',
    description: 'A party has one supplement; a second is refused (116).',
    refusals: [116, 198],
    parameters: { partyId, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
    response: partySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const person = found(PERSON, await findPerson(db, client.clientId, values.partyId));
      const of = { clientId: client.clientId, id: person.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await insertDetails({ db, secrets }, PARTY_SUPPLEMENT, of, sent);
      if (row === undefined) throw new ApiError(116, undefined, { statusDesc: 'The party already has a supplement' });
      return { statusDesc: 'Party added successfully.', fields: partySupplementFields(secrets, client, row) };
    }),
  });
}

export function getCustodyPartySupplement({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodyPartySupplement',
    summary: 'Reads the supplement of a party or an entity',
    description: 'A party without a supplement is refused (200).',
    refusals: [198, 200],
    parameters: { partyId },
    response: partySupplementAnswer,
    handler: async ({ client, values }) => {
      const person = found(PERSON, await findPerson(db, readerOf(client), values.partyId));
      const row = found(PARTY_SUPPLEMENT, await findDetails(db, PARTY_SUPPLEMENT, person.client_id, person.party_id));
      return { fields: partySupplementFields(secrets, client, row) };
    },
  });
}

export function updateCustodyPartySupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateCustodyPartySupplement',
    summary: 'Changes the supplement of a party or an entity; what is not sent keeps its value',
    description: 'The party must have a supplement (200).',
    refusals: [198, 200],
    parameters: { partyId, ...detailUpdate(fields), updatedIpAddress: optional(ipAddress()) },
    response: partySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const person = found(PERSON, await findPerson(db, client.clientId, values.partyId));
      const of = { clientId: client.clientId, id: person.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.updatedIpAddress ?? ip, nowUs: nowUs() };
      const row = found(PARTY_SUPPLEMENT, await changeDetails({ db, secrets }, PARTY_SUPPLEMENT, of, sent));
      return { fields: partySupplementFields(secrets, client, row) };
    }),
  });
}
