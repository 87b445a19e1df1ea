/** The data of an IRA account that a custodian needs, in addition to the account itself (U4). */

import Type from 'typebox';
import type { CustodyAccountSupplementRow } from '../../../database/schema/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, optional, text } from '../../../http/parameters/index.ts';
import { ACCOUNT, findAccount, requireActiveAccount } from '../../accounts/index.ts';
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
import { ipAddress, line, MASKED, textsSchema } from '../../shared/values/index.ts';
import { accountId } from './custody-parameters.ts';

/** methodOfContributionOrFunding: a contribution, which belongs to a tax year. */
const REGULAR_CONTRIBUTION = '2';

const FIELDS: readonly DetailField[] = [
  {
    name: 'appointmentOfInvestmentManager',
    kind: choice(['1', '2'], { description: '1: appoint a manager, 2: no appointment' }),
  },
  {
    name: 'proxyVotingPreferences',
    kind: choice(['1', '2', '3'], {
      description: '1: receive all proxy material, 2: send all to an investment manager, 3: send none',
    }),
  },
  { name: 'otherServices', kind: text({ description: 'details of other services' }) },
  {
    name: 'methodOfContributionOrFunding',
    kind: choice(['1', '2', '3', '4', '5'], {
      description: '1: Transfer, 2: Regular Contribution, 3: Roth Conversion, 4: Rollover, 5: SEP Contribution',
    }),
  },
  {
    name: 'methodOfContributionTaxYear',
    kind: text({
      description: 'YYYY; needed when the method of contribution is 2',
      pattern: /^[0-9]{4}$/,
      patternReason: 'must be a year, YYYY',
    }),
    required: (other) => String(other('methodOfContributionOrFunding')) === REGULAR_CONTRIBUTION,
  },
  { name: 'internationalAccountNumber', kind: line('number of an account abroad'), masked: true },
  ...bank('1', 'where assets are held'),
  ...bank('2', 'second place where assets are held'),
  { name: 'maritalStatus', kind: line('1: not married, 2: married; kept as sent') },
  { name: 'mailingAddressLine1', kind: line('mailing address'), required: true },
  { name: 'mailingAddressLine2', kind: line('mailing address, second line') },
  { name: 'mailingCity', kind: line('city'), required: true },
  { name: 'mailingState', kind: line('state'), required: true },
  { name: 'mailingZipCode', kind: line('postal code'), required: true },
  { name: 'mailingCountry', kind: line('country'), required: true },
];

function bank(number: '1' | '2', about: string): readonly DetailField[] {
  return [
    { name: `bankFirmName${number}`, kind: line(`bank or firm, ${about}`) },
    { name: `bankCountry${number}`, kind: line(`country of the bank, ${about}`) },
    { name: `bankAccountName${number}`, kind: line(`name of the account, ${about}`) },
    { name: `bankAccountNumber${number}`, kind: line(`number of the account, ${about}`), masked: true },
  ];
}

const ACCOUNT_SUPPLEMENT: DetailKind<'custody_account_supplements'> = {
  table: 'custody_account_supplements',
  id: 'account_id',
  unknown: 200,
  fields: FIELDS,
};

const accountSupplementAnswer = Type.Object({
  accountDetails: Type.Object({
    accountId: Type.String(),
    ...detailSchema(ACCOUNT_SUPPLEMENT.fields).properties,
  }),
});

/** The supplement as the caller may see it: numbers of accounts in full only with the highest level of account.read. */
function accountSupplementFields(secrets: Secrets, client: Client, row: CustodyAccountSupplementRow) {
  const details = openDetails(secrets, ACCOUNT_SUPPLEMENT, row);
  const shown = shownDetails(ACCOUNT_SUPPLEMENT.fields, details, { client, scope: 'account.read' });
  return { accountDetails: { accountId: row.account_id, ...shown } };
}

/** The account has none: the answer names the method that makes one by its older name, which integrations know. */
function noAccountSupplement(): ApiError {
  return new ApiError(200, 'no supplement of the account; see addCustodyAccountSupplement');
}

const { fields } = ACCOUNT_SUPPLEMENT;

/** addCustodyAccountSupplement is its older name. */
export function createCustodyAccountSupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createCustodyAccountSupplement',
    deprecatedAliases: ['addCustodyAccountSupplement'],
    summary: 'Stores what a custodian needs to know of an IRA account',
    description: 'An account has one supplement; a second is refused (116).',
    refusals: [116, 148],
    parameters: { accountId, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
    response: accountSupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, id: account.account_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await insertDetails({ db, secrets }, ACCOUNT_SUPPLEMENT, of, sent);
      if (row === undefined) throw new ApiError(116, undefined, { statusDesc: 'The account already has a supplement' });
      return { statusDesc: 'Account added successfully.', fields: accountSupplementFields(secrets, client, row) };
    }),
  });
}

export function getCustodyAccountSupplement({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodyAccountSupplement',
    summary: 'Reads the supplement of an account',
    description: 'Numbers of accounts are masked, unless the key has the highest level of account.read.',
    refusals: [148, 200],
    parameters: { accountId },
    response: accountSupplementAnswer,
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const row = await findDetails(db, ACCOUNT_SUPPLEMENT, account.client_id, account.account_id);
      if (row === undefined) throw noAccountSupplement();
      return { fields: accountSupplementFields(secrets, client, row) };
    },
  });
}

export function updateCustodyAccountSupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateCustodyAccountSupplement',
    summary: 'Changes the supplement of an account; what is not sent keeps its value',
    description: 'The account must have a supplement (200). Answers ids only.',
    refusals: [148, 200],
    parameters: { accountId, ...detailUpdate(fields), createdIpAddress: optional(ipAddress()) },
    response: Type.Object({ accountDetails: textsSchema('clientID', 'developerAPIKey', 'accountId') }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const account = await requireActiveAccount(db, client.clientId, values.accountId);
      const of = { clientId: client.clientId, id: account.account_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await changeDetails({ db, secrets }, ACCOUNT_SUPPLEMENT, of, sent);
      if (row === undefined) throw noAccountSupplement();
      return {
        fields: { accountDetails: { clientID: MASKED, developerAPIKey: MASKED, accountId: row.account_id } },
      };
    }),
  });
}
