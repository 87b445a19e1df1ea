import Type from 'typebox';
import { ApiError, type Client, defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { itemsOf, shownSchema } from '../shared/list/index.ts';
import {
  creationParameters,
  found,
  patchKind,
  unpatchedNames,
  updateParameters,
  valuesOf,
} from '../shared/record/index.ts';
import { ipAddress, textOrNull } from '../shared/values/index.ts';
import type { AccountDirectory } from './account-directory.ts';
import { ACCOUNT, ACCOUNT_FIELDS, accountStatusFields, accountStatusSchema } from './account-fields.ts';
import { type AccountMoney, refuseUnderWay } from './account-money.ts';
import { changeAccount, insertAccount, removeAccount } from './account-records.ts';
import { accountResource } from './account-resource.ts';
import { accountCreatedWebhook, accountUpdatedWebhook } from './account-webhooks.ts';

export function createAccount(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'createAccount',
    verb: 'PUT',
    summary: 'Creates an account, to be linked to parties or entities',
    description: 'The account is Pending. Returns its id, A and digits, which orders name.',
    parameters: creationParameters(ACCOUNT_FIELDS),
    response: Type.Object({ accountDetails: Type.Array(accountStatusSchema) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const createdIpAddress = values.createdIpAddress ?? ip;
      const syndicate = syndicateOf(client, 'createAccount', values.syndicate);
      const sent = { ...values, createdIpAddress, syndicate };
      const row = await insertAccount({ db, secrets }, client.clientId, sent, nowUs());
      return {
        fields: { accountDetails: [accountStatusFields(row)] },
        webhook: accountCreatedWebhook(row, secrets),
      };
    }),
  });
}

export function updateAccount(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'updateAccount',
    verb: ['PUT', 'POST'],
    summary: 'Changes an account; what is not sent keeps its value',
    description: 'Reviews set the KYC and AML statuses; a status that a client sends is stored as sent.',
    refusals: [148],
    parameters: {
      ...updateParameters(ACCOUNT_FIELDS, 'requiredByPermission'),
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      updatedIpAddress: optional(ipAddress()),
    },
    response: Type.Object({
      accountDetails: Type.Array(
        namedObject('AccountApproval', {
          accountId: Type.String(),
          suitabilityScore: textOrNull(),
          approvalStatus: Type.String(),
        }),
      ),
    }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const syndicate = syndicateOf(client, 'updateAccount', values.syndicate);
      const changes = valuesOf(ACCOUNT_FIELDS, { ...values, syndicate });
      const of = { clientId: client.clientId, accountId: values.accountId };
      const at = { nowUs: nowUs(), ip: values.updatedIpAddress ?? ip, always: true };
      const { row, webhooks } = found(ACCOUNT, await changeAccount({ db, secrets }, of, changes, at));
      const details = {
        accountId: row.account_id,
        suitabilityScore: row.suitability_score === null ? null : String(row.suitability_score),
        approvalStatus: row.approval_status,
      };
      const webhook = accountUpdatedWebhook(row, secrets);
      return { fields: { accountDetails: [details] }, webhook, alsoFires: webhooks };
    }),
  });
}

export function patchAccount(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  const accounts = accountResource(deps);
  return defineMethod({
    name: 'changeAccount',
    verb: 'PATCH',
    path: '/v3/accounts/:accountId',
    style: 'resource',
    scope: 'account.write',
    summary: 'Changes fields of an account',
    refusals: [1404],
    otherAnswers: [{ http: 304, description: 'The account already has every value; the response has no body' }],
    description: [
      'Returns HTTP 304 without a body when the account already has every value, else the account as it ' + 'then is',
      '(redacted to the level of account.read that the key has; ids, kinds, states and times are always shown).',
    ].join(' '),
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      account: required(accountChange()),
    },
    response: Type.Object({ account: shownSchema(accounts) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const change = values.account;
      const syndicate = syndicateOf(client, 'createAccount', change.syndicate);
      const changed = await changeAccount(
        { db, secrets },
        { clientId: client.clientId, accountId: values.accountId },
        { ...change, syndicate },
        { nowUs: nowUs(), ip },
      );
      if (changed === undefined) throw new ApiError(1404);
      if (!changed.changed) return { http: 304 };
      const [account] = await itemsOf(accounts, [changed.row], client);
      return { fields: { account: account! }, alsoFires: changed.webhooks };
    }),
  });
}

/** The body of PATCH /v3/accounts/{accountId} (C58). */

const READ_ONLY = [
  'accountId',
  'createdDate',
  'updatedDate',
  'accountstatus',
  ...unpatchedNames(ACCOUNT_FIELDS),
  'socialSecurityNumber',
];

/** The fields to change; an empty or null value clears a field that may be empty. */
function accountChange() {
  return patchKind(ACCOUNT_FIELDS, READ_ONLY);
}

/**
 * The word itself for keys with the field permission, whatever was sent. Undefined, which changes nothing, for other
 * keys (C27).
 */
function syndicateOf(
  { fieldPermissions }: Client,
  method: 'createAccount' | 'updateAccount',
  sent: string | null | undefined,
): string | undefined {
  if (sent === undefined || sent === null || !fieldPermissions.has(`${method}.syndicate`)) return undefined;
  return sent === '' ? '' : 'syndicate';
}

export function deleteAccount(deps: ModuleDeps, directory: AccountDirectory, money: readonly AccountMoney[]): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'deleteAccount',
    summary: 'Deletes an account virtually; it can place no more orders',
    description:
      'The record is kept and no longer shown; its live orders stay. Its links are deleted, each with the webhook ' +
      'deleteLink. While a payment is Pending or Submitted, a disbursement or a refund is under way: 190.',
    refusals: [148, 190],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({}),
    handler: change(deps, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, accountId: values.accountId };
      // The deletion comes first: it holds the account, so that no payment of it is made meanwhile.
      const alsoFires = found(ACCOUNT, await removeAccount(db, of.clientId, of.accountId, nowUs()));
      await refuseUnderWay(db, of, money);
      return { alsoFires, afterCommit: () => directory.forget(values.accountId) };
    }),
  });
}
