/** The data of an IRA account that a custodian needs, in addition to the account itself (U4). */

import Type from 'typebox';
import { ApiError, type Method, namedObject } from '../../../http/methods/index.ts';
import { choice, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount, requireActiveAccount } from '../../accounts/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import {
  type DetailField,
  type DetailKind,
  detailLevels,
  detailMethods,
  detailSchema,
} from '../../shared/details/index.ts';
import { line, MASKED, textsSchema } from '../../shared/values/index.ts';
import { accountId } from './custody-parameters.ts';

/** methodOfContributionOrFunding: a contribution, which belongs to a tax year. */
const REGULAR_CONTRIBUTION = '2';

const FIELDS: readonly DetailField[] = [
  {
    name: 'appointmentOfInvestmentManager',
    pii: 'pii_low',
    kind: choice(['1', '2'], { description: '1: appoint a manager, 2: no appointment' }),
  },
  {
    name: 'proxyVotingPreferences',
    pii: 'pii_low',
    kind: choice(['1', '2', '3'], {
      description: '1: receive all proxy material, 2: send all to an investment manager, 3: send none',
    }),
  },
  { name: 'otherServices', pii: 'pii_medium', kind: text({ description: 'details of other services' }) },
  {
    name: 'methodOfContributionOrFunding',
    pii: 'pii_low',
    kind: choice(['1', '2', '3', '4', '5'], {
      description: '1: Transfer, 2: Regular Contribution, 3: Roth Conversion, 4: Rollover, 5: SEP Contribution',
    }),
  },
  {
    name: 'methodOfContributionTaxYear',
    pii: 'pii_low',
    kind: text({
      description: 'YYYY; needed when the method of contribution is 2',
      pattern: /^[0-9]{4}$/,
      patternReason: 'must be a year, YYYY',
    }),
    required: (other) => String(other('methodOfContributionOrFunding')) === REGULAR_CONTRIBUTION,
  },
  { name: 'internationalAccountNumber', pii: 'pii_high', kind: line('number of an account abroad'), masked: true },
  ...bank('1', 'where assets are held'),
  ...bank('2', 'second place where assets are held'),
  { name: 'maritalStatus', pii: 'pii_medium', kind: line('1: not married, 2: married; kept as sent') },
  { name: 'mailingAddressLine1', pii: 'pii_medium', kind: line('mailing address'), required: true },
  { name: 'mailingAddressLine2', pii: 'pii_medium', kind: line('mailing address, second line') },
  { name: 'mailingCity', pii: 'pii_medium', kind: line('city'), required: true },
  { name: 'mailingState', pii: 'pii_low', kind: line('state'), required: true },
  { name: 'mailingZipCode', pii: 'pii_medium', kind: line('postal code'), required: true },
  { name: 'mailingCountry', pii: 'pii_low', kind: line('country'), required: true },
];

function bank(number: '1' | '2', about: string): readonly DetailField[] {
  return [
    { name: `bankFirmName${number}`, pii: 'pii_medium', kind: line(`bank or firm, ${about}`) },
    { name: `bankCountry${number}`, pii: 'pii_low', kind: line(`country of the bank, ${about}`) },
    { name: `bankAccountName${number}`, pii: 'pii_medium', kind: line(`name of the account, ${about}`) },
    {
      name: `bankAccountNumber${number}`,
      pii: 'pii_high',
      kind: line(`number of the account, ${about}`),
      masked: true,
    },
  ];
}

const ACCOUNT_SUPPLEMENT: DetailKind<'custody_account_supplements'> = {
  table: 'custody_account_supplements',
  id: 'account_id',
  unknown: 200,
  fields: FIELDS,
};

/** What a custodian needs to know of an IRA account. The methods that add had another name, which integrations know. */
export function accountSupplementMethods(deps: ModuleDeps): Method[] {
  return detailMethods({
    deps,
    kind: ACCOUNT_SUPPLEMENT,
    parameter: { accountId },
    owner: ACCOUNT,
    find: findAccount,
    requireActive: requireActiveAccount,
    levels: detailLevels('account.read', FIELDS, 'accountId', 'clientID', 'developerAPIKey'),
    response: Type.Object({
      accountDetails: namedObject('AccountSupplement', {
        accountId: Type.String(),
        ...detailSchema(FIELDS).properties,
      }),
    }),
    answer: (row, shown) => ({ accountDetails: { accountId: row.account_id, ...shown } }),
    taken: 'The account already has a supplement',
    none: () => new ApiError(200, 'no supplement of the account; see addCustodyAccountSupplement'),
    create: {
      name: 'createCustodyAccountSupplement',
      deprecatedAliases: ['addCustodyAccountSupplement'],
      summary: 'Stores what a custodian needs to know of an IRA account',
      description: 'An account has one supplement; a second is refused (116).',
      statusDesc: 'Account added successfully.',
    },
    update: {
      name: 'updateCustodyAccountSupplement',
      summary: 'Changes the supplement of an account; what is not sent keeps its value',
      description: 'The account must have a supplement (200). Answers ids only.',
      ip: 'createdIpAddress',
      response: Type.Object({ accountDetails: textsSchema('clientID', 'developerAPIKey', 'accountId') }),
      answer: (row) => ({
        accountDetails: { clientID: MASKED, developerAPIKey: MASKED, accountId: row.account_id },
      }),
    },
    get: {
      name: 'getCustodyAccountSupplement',
      summary: 'Reads the supplement of an account',
      description: 'Numbers of accounts are masked, unless the key has the highest level of account.read.',
    },
  });
}
