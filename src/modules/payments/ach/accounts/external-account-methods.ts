import Type from 'typebox';
import { pageAddress } from '../../../../http/hosted-pages/index.ts';
import { ApiError, defineMethod, type Method } from '../../../../http/methods/index.ts';
import { required, text } from '../../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../../accounts/index.ts';
import { change } from '../../../shared/change/index.ts';
import { makeHostedLink } from '../../../shared/hosted-links/index.ts';
import { found, readerOf } from '../../../shared/record/index.ts';
import { timestamp, written, writtenSchema } from '../../../shared/values/index.ts';
import type { AchDeps } from './ach-deps.ts';
import { openDetails } from './bank-details.ts';
import {
  CREATED_KEY,
  externalAccountFields,
  externalAccountParameters,
  externalAccountSchema,
  ownerField,
  ownerParameters,
  WRITTEN_KEY,
} from './external-account-fields.ts';
import { findOwner, holdOwner } from './external-account-owner.ts';
import {
  accountTypeOf,
  deleteExternalAccountOf,
  EXTERNAL_ACCOUNT,
  findExternalAccount,
  insertExternalAccount,
  type NewExternalAccount,
  putExternalAccount,
} from './external-account-records.ts';
import { BANK_LINK_PAGE } from './link-page.ts';

/** What create and update send of a bank account. */
interface SentAccount {
  readonly ExtAccountfullname: string;
  readonly Extnickname: string;
  readonly ExtRoutingnumber: string;
  readonly ExtAccountnumber: string;
  readonly ExtBankname: string | undefined;
  readonly accountType: string | undefined;
  readonly updatedIpAddress: string | undefined;
}

function sentAccount(values: SentAccount, ip: string): NewExternalAccount {
  return {
    fullName: values.ExtAccountfullname,
    nickname: values.Extnickname,
    routingNumber: values.ExtRoutingnumber,
    accountNumber: values.ExtAccountnumber,
    accountType: accountTypeOf(values.accountType),
    bankName: values.ExtBankname ?? null,
    linkedAt: null,
    ip: values.updatedIpAddress ?? ip,
  };
}

export function createExternalAccount(deps: AchDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'createExternalAccount',
    summary: 'Adds the one bank account of an account or issuer, of which funds can be debited',
    description:
      'Its numbers are encrypted at rest and answered in base64. Whether the routing number is valid is checked ' +
      'when funds are moved. A second one is refused (116): updateExternalAccount replaces the first.',
    signInAgain: true,
    refusals: [116, 136, 148],
    parameters: externalAccountParameters,
    response: Type.Object({
      [CREATED_KEY.Account]: Type.Optional(externalAccountSchema),
      [CREATED_KEY.Issuer]: Type.Optional(externalAccountSchema),
    }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const owner = await holdOwner(db, client.clientId, values);
      if ((await findExternalAccount(db, client.clientId, owner.ownerId)) !== undefined) throw new ApiError(116);
      const under = { owner, nowUs: nowUs() };
      const row = await insertExternalAccount(db, secrets, sentAccount(values, ip), under);
      const fields = externalAccountFields(row, secrets);
      return { fields: { [CREATED_KEY[owner.types]]: fields }, webhook: fields };
    }),
  });
}

export function getExternalAccount({ db, secrets }: AchDeps): Method {
  return defineMethod({
    name: 'getExternalAccount',
    summary: 'Reads the bank account of an account or issuer (under statusDesc)',
    description: 'Its numbers are plain here. There is no createdDate for that of an issuer.',
    refusals: [136, 148, 149],
    parameters: ownerParameters,
    response: Type.Object({
      accountId: Type.Optional(Type.String()),
      issuerId: Type.Optional(Type.String()),
      statusDesc: Type.Object({
        AccountName: Type.String(),
        AccountNickName: Type.String(),
        AccountRoutingNumber: Type.String(),
        AccountNumber: Type.String(),
        accountType: Type.String(),
        updatedDate: Type.String(),
        createdDate: Type.Optional(Type.String()),
      }),
    }),
    handler: async ({ client, values }) => {
      const reader = readerOf(client);
      const { ownerId } = await findOwner(db, reader, values);
      const row = found(EXTERNAL_ACCOUNT, await findExternalAccount(db, reader, ownerId));
      const numbers = openDetails(secrets, 'external_accounts', row.external_account_id, row);
      const createdDate = timestamp(row.created_at);
      return {
        fields: ownerField(row),
        statusDesc: {
          AccountName: row.full_name,
          AccountNickName: row.nickname,
          AccountRoutingNumber: numbers.routingNumber,
          AccountNumber: numbers.accountNumber,
          accountType: row.account_type,
          updatedDate: row.updated_at === null ? createdDate : timestamp(row.updated_at),
          ...(row.types === 'Issuer' ? {} : { createdDate }),
        },
      };
    },
  });
}

export function updateExternalAccount(deps: AchDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'updateExternalAccount',
    summary: 'Replaces the bank account of an account or issuer, or adds the first one',
    description:
      'Replaces the whole record, also one that its holder linked. Earlier fund moves keep their bank details.',
    signInAgain: true,
    refusals: [136, 148],
    parameters: externalAccountParameters,
    response: Type.Object({
      [WRITTEN_KEY.Account]: Type.Optional(writtenSchema(externalAccountSchema)),
      [WRITTEN_KEY.Issuer]: Type.Optional(writtenSchema(externalAccountSchema)),
    }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const owner = await holdOwner(db, client.clientId, values);
      const row = await putExternalAccount(db, secrets, sentAccount(values, ip), { owner, nowUs: nowUs() });
      const fields = externalAccountFields(row, secrets);
      return { fields: { [WRITTEN_KEY[owner.types]]: written(fields) }, webhook: fields };
    }),
  });
}

const DELETED = 'Deleted';

export function deleteExternalAccount(deps: AchDeps): Method {
  return defineMethod({
    name: 'deleteExternalAccount',
    summary: 'Deletes the bank account of an account or issuer',
    description:
      'Succeeds also without an external account. Fund moves in progress keep the details that they were made with.',
    signInAgain: true,
    refusals: [136, 148],
    parameters: ownerParameters,
    response: Type.Object({
      accountId: Type.Optional(Type.String()),
      Ext_Status: Type.Optional(Type.String()),
      issuerId: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
    }),
    handler: change(deps, async ({ client, values }, db) => {
      const owner = await holdOwner(db, client.clientId, values);
      await deleteExternalAccountOf(db, owner, deps.nowUs());
      if (owner.types === 'Issuer') {
        const fields = { issuerId: owner.ownerId, status: DELETED };
        return { fields, webhook: fields };
      }
      const accountId = owner.ownerId;
      // The answer and the webhook spell it differently.
      return { fields: { accountId, Ext_Status: DELETED }, webhook: { accountId, Ext_status: DELETED } };
    }),
  });
}

export function linkExternalAccount(deps: AchDeps): Method {
  const { publicUrl, nowUs } = deps;
  return defineMethod({
    name: 'linkExternalAccount',
    summary: 'Makes the address of a page on which the holder of an account links its bank account',
    description:
      'The page holds for 24 hours and one bank account. The webhook fires when its holder has entered it there. ' +
      'An account that has one is refused (116): see updateLinkExternalAccount.',
    signInAgain: true,
    refusals: [116, 148],
    parameters: { accountId: required(text({ description: 'account id', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.String({ description: 'the address of the page' }) }),
    handler: change(deps, async ({ client: { clientId }, values: { accountId } }, db) => {
      const { account_id: ownerId } = await requireActiveAccount(db, clientId, accountId);
      if ((await findExternalAccount(db, clientId, ownerId)) !== undefined) throw new ApiError(116);
      const of = { clientId, purpose: 'linkExternalAccount', subject: ownerId };
      const params = await makeHostedLink(db, of, nowUs());
      return { fields: { accountDetails: pageAddress(publicUrl(), BANK_LINK_PAGE, params) } };
    }),
  });
}

export function updateLinkExternalAccount(deps: AchDeps): Method {
  const { publicUrl, nowUs } = deps;
  return defineMethod({
    name: 'updateLinkExternalAccount',
    summary: 'Makes the address of a page on which the holder of an account replaces its bank account',
    description:
      'As linkExternalAccount, for an account that has a bank account (149 without one). ' +
      'The webhook fires when the holder has finished.',
    signInAgain: true,
    refusals: [148, 149],
    parameters: { accountId: required(text({ description: 'account id', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.String({ description: 'the address of the page' }) }),
    handler: change(deps, async ({ client: { clientId }, values: { accountId } }, db) => {
      const { account_id: ownerId } = await requireActiveAccount(db, clientId, accountId);
      found(EXTERNAL_ACCOUNT, await findExternalAccount(db, clientId, ownerId));
      const of = { clientId, purpose: 'updateLinkExternalAccount', subject: ownerId };
      const params = await makeHostedLink(db, of, nowUs());
      return { fields: { accountDetails: pageAddress(publicUrl(), BANK_LINK_PAGE, params) } };
    }),
  });
}
