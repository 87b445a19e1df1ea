import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { optional, required, requiredByPermission, text, type ValuesOf } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { textOrNull } from '../shared/answers.ts';
import { ipAddress, line } from '../shared/parameters.ts';
import type { ModuleServices } from '../shared/services.ts';
import type { AccountDirectory } from './account-directory.ts';
import { accountFields, accountSchema, accountUpdatedWebhook } from './account-fields.ts';
import { creationParameters } from './account-parameters.ts';
import type { AccountChange } from './account-patch.ts';
import { allAccounts, changeAccount, deleteAccount, searchAccounts } from './account-records.ts';

const GROUP = 'Accounts';
const accountId = required(text({ description: 'A and 6 to 10 digits', maxLength: 100 }));

const { createdIpAddress: _, ...fields } = creationParameters;

/** What createAccount takes; what it requires, keys with the field permission must send (spec/4 8). */
const updateParameters = {
  ...fields,
  accountId,
  accountRegistration: requiredByPermission(fields.accountRegistration),
  type: requiredByPermission(fields.type),
  domesticYN: requiredByPermission(fields.domesticYN),
  streetAddress1: requiredByPermission(fields.streetAddress1),
  city: requiredByPermission(fields.city),
  state: requiredByPermission(fields.state),
  zip: requiredByPermission(fields.zip),
  country: requiredByPermission(fields.country),
  updatedIpAddress: optional(ipAddress()),
};

/** updateAccount, deleteAccount and the deprecated methods that list accounts without pages. */
export function accountChangeMethods(services: ModuleServices, directory: AccountDirectory): Method[] {
  const { db, secrets, now } = services;
  return [
    defineMethod({
      name: 'updateAccount',
      verb: ['PUT', 'POST'],
      group: GROUP,
      summary: 'Changes an account; what is not sent keeps its value',
      source: 'spec/4 8',
      parameters: updateParameters,
      response: Type.Object({
        accountDetails: Type.Array(
          Type.Object({ accountId: Type.String(), suitabilityScore: textOrNull(), approvalStatus: Type.String() }),
        ),
      }),
      handler: async ({ client, values, ip }) => {
        const change = changeOf(values, client.fieldPermissions.has('updateAccount.syndicate'));
        const of = { clientId: client.clientId, accountId: values.accountId };
        const found = await changeAccount(db, secrets, of, change, { now: now(), ip: values.updatedIpAddress ?? ip });
        if (found === undefined) throw new ApiError(148);
        const { row } = found;
        const details = {
          accountId: row.account_id,
          suitabilityScore: row.suitability_score === null ? null : String(row.suitability_score),
          approvalStatus: row.approval_status,
        };
        return { fields: { accountDetails: [details] }, webhook: accountUpdatedWebhook(row, secrets) };
      },
    }),

    defineMethod({
      name: 'deleteAccount',
      verb: 'POST',
      group: GROUP,
      summary: 'Deletes an account virtually; it can place no more orders',
      source: 'spec/4 8',
      parameters: { accountId },
      response: Type.Object({}),
      handler: async ({ client, values }) => {
        if (!(await deleteAccount(db, client.clientId, values.accountId, now()))) throw new ApiError(148);
        directory.forget(client.clientId, values.accountId);
        return {};
      },
    }),

    defineMethod({
      name: 'getAllAccounts',
      verb: 'POST',
      group: GROUP,
      summary: 'All accounts of the client, newest first, at most 10,000; use GET /v3/accounts',
      source: 'spec/4 8',
      deprecated: true,
      parameters: {},
      response: Type.Object({ accountDetails: Type.Array(accountSchema) }),
      handler: async ({ client }) => listed(await allAccounts(db, client.clientId), services),
    }),

    defineMethod({
      name: 'searchAccount',
      verb: 'POST',
      group: GROUP,
      summary: 'Accounts by id, or by part of the name; use GET /v3/accounts',
      source: 'spec/4 8',
      deprecated: true,
      parameters: { searchKeyword: required(line('an account id, or part of an account name')) },
      response: Type.Object({ accountDetails: Type.Array(accountSchema) }),
      handler: async ({ client, values }) =>
        listed(await searchAccounts(db, client.clientId, values.searchKeyword), services),
    }),
  ];
}

function listed(rows: Awaited<ReturnType<typeof allAccounts>>, { secrets }: ModuleServices) {
  return { fields: { accountDetails: rows.map((row) => accountFields(row, secrets)) } };
}

/** What was sent, by column. The word syndicate is for keys with the field permission (spec/3 GET /v3/accounts). */
function changeOf(values: ValuesOf<typeof updateParameters>, syndicateEnabled: boolean): AccountChange {
  const change = {
    account_name: values.accountRegistration,
    type: values.type,
    entity_type: values.entityType,
    resident_type: values.domesticYN,
    address1: values.streetAddress1,
    address2: values.streetAddress2,
    city: values.city,
    state: values.state,
    zip: values.zip,
    country: values.country,
    email: values.email,
    phone: values.phone,
    tax_id: values.taxID,
    kyc_status: values.KYCstatus,
    aml_status: values.AMLstatus,
    aml_date: values.AMLdate,
    suitability_score: values.suitabilityScore,
    suitability_date: values.suitabilityDate,
    suitability_approver: values.suitabilityApprover,
    accredited_status: values.AccreditedStatus,
    accredited_investor: values.Allow,
    accredited_investor_date: values.AIdate,
    limit_506c: values['506cLimit'],
    account_total_limit: values.accountTotalLimit,
    single_investment_limit: values.singleInvestmentLimit,
    associated_ac: values.associatedAC,
    syndicate: syndicateEnabled && values.syndicate !== undefined ? 'syndicate' : undefined,
    tags: values.tags,
    notes: values.notes,
    approval_status: values.approvalStatus,
    approval_principal: values.approvalPrincipal,
    approval_last_review: values.approvalLastReview,
    field1: values.field1,
    field2: values.field2,
    field3: values.field3,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
