/** What a custodian needs to know of a party of a custody account (U5). */

import Type from 'typebox';
import { ApiError, type Method, namedObject } from '../../../http/methods/index.ts';
import { type Kind, mapKind, required, text } from '../../../http/parameters/index.ts';
import { findPerson, PERSON } from '../../parties/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import {
  type DetailField,
  type DetailKind,
  detailLevels,
  detailMethods,
  detailSchema,
} from '../../shared/details/index.ts';
import { line } from '../../shared/values/index.ts';

/** Text that is kept as sent, but for the numbers that stand for the usual ones: 1 for the first. */
function numbered(usual: readonly string[]): Kind<string> {
  const kind = line(`expected ${usual.join(', ')}, or 1 to ${usual.length} for them; else kept as sent`);
  return mapKind(kind, (read) => usual[Number(read) - 1] ?? read);
}

/** The answer to a question: 1 is yes and 2 no, in any case; of anything else nothing is kept. */
function answer([yes, no]: readonly [string, string]): Kind<string> {
  const kind = text({ description: 'Yes or No, or 1 or 2; anything else is kept as empty', maxLength: 500 });
  return mapKind(kind, (read) => {
    if (isYes(read)) return yes;
    return ['no', '2'].includes(read.toLowerCase()) ? no : '';
  });
}

function isYes(value: unknown): boolean {
  return ['yes', '1'].includes(String(value).toLowerCase());
}

const YES_NO = ['Yes', 'No'] as const;

const FIELDS: readonly DetailField[] = [
  { name: 'relationship', pii: 'pii_low', kind: line('owner for the account owner; kept as sent') },
  { name: 'salutation', pii: 'pii_medium', kind: numbered(['Mr.', 'Mrs.', 'Ms.', 'Dr.']) },
  { name: 'countryOfCitizenship', pii: 'pii_low', kind: line('country of citizenship') },
  { name: 'authorizedSigner', pii: 'pii_low', kind: answer(YES_NO) },
  { name: 'controlPerson', pii: 'pii_low', kind: answer(YES_NO) },
  { name: 'politicallyExposedPerson', pii: 'pii_low', kind: answer(YES_NO) },
  {
    name: 'politicallyExposedPersonDetails',
    pii: 'pii_medium',
    kind: text({ description: 'needed when politicallyExposedPerson is Yes' }),
    required: (other) => isYes(other('politicallyExposedPerson')),
  },
  { name: 'beneficiaryType', pii: 'pii_low', kind: numbered(['Spouse', 'Non-Spouse', 'Trust/Entity']) },
  { name: 'beneficiaryPercentage', pii: 'pii_low', kind: line('kept as sent') },
  { name: 'mailingAddressLine1', pii: 'pii_medium', kind: line('mailing address') },
  { name: 'mailingAddressLine2', pii: 'pii_medium', kind: line('mailing address, second line') },
  { name: 'mailingCity', pii: 'pii_medium', kind: line('city') },
  { name: 'mailingState', pii: 'pii_low', kind: line('state') },
  { name: 'mailingZipCode', pii: 'pii_medium', kind: line('postal code') },
  { name: 'mailingCountry', pii: 'pii_low', kind: line('country') },
  { name: 'publicCompany', pii: 'pii_low', kind: answer(['yes', 'no']) },
  { name: 'companyTicker', pii: 'pii_medium', kind: line('ticker of the public company') },
  { name: 'associatedFirm', pii: 'pii_medium', kind: line('firm that the party is associated with') },
];

const PARTY_SUPPLEMENT: DetailKind<'custody_party_supplements'> = {
  table: 'custody_party_supplements',
  id: 'party_id',
  unknown: 200,
  fields: FIELDS,
};

/** What a custodian needs to know of a party or an entity. */
export function partySupplementMethods(deps: ModuleDeps): Method[] {
  return detailMethods({
    deps,
    kind: PARTY_SUPPLEMENT,
    parameter: { partyId: required(text({ description: 'party id (P) or entity id (E)', maxLength: 100 })) },
    owner: PERSON,
    find: findPerson,
    levels: detailLevels('party.read', FIELDS, 'partyId'),
    response: Type.Object({
      'party details': namedObject('PartySupplement', { partyId: Type.String(), ...detailSchema(FIELDS).properties }),
    }),
    answer: (row, shown) => ({ 'party details': { partyId: row.party_id, ...shown } }),
    taken: 'The party already has a supplement',
    none: () => new ApiError(PARTY_SUPPLEMENT.unknown),
    create: {
      name: 'createCustodyPartySupplement',
      deprecatedAliases: ['addCustodyPartySupplement'],
      summary: 'Stores what a custodian needs to know of a party or an entity',
      description: 'A party has one supplement; a second is refused (116).',
      statusDesc: 'Party added successfully.',
    },
    update: {
      name: 'updateCustodyPartySupplement',
      summary: 'Changes the supplement of a party or an entity; what is not sent keeps its value',
      description: 'The party must have a supplement (200).',
      ip: 'updatedIpAddress',
    },
    get: {
      name: 'getCustodyPartySupplement',
      summary: 'Reads the supplement of a party or an entity',
      description: 'A party without a supplement is refused (200).',
    },
  });
}
