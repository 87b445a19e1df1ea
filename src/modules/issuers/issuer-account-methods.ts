import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { amount, line, refuseFutureBirth, sixDecimals, written } from '../shared/values/index.ts';
import { custodianAccounts, deleteCustodianAccounts, putCustodianAccount } from './custodian-account-records.ts';
import {
  custodianAccountFields,
  custodianAccountSchema,
  ISSUER_ACCOUNT_KEY,
  issuerAccountCreation,
  issuerAccountFields,
  issuerAccountSchema,
  issuerAccountUpdate,
  writtenIssuerAccountAnswer,
  writtenIssuerAccountFields,
} from './issuer-account-fields.ts';
import {
  changeIssuerAccount,
  findIssuerAccount,
  insertIssuerAccount,
  removeIssuerAccount,
} from './issuer-account-records.ts';
import { ISSUER } from './issuer-fields.ts';
import { findAnyIssuer, findIssuer, requireHeldIssuer } from './issuer-records.ts';

export function createIssuerAccount(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'createIssuerAccount',
    verb: 'PUT',
    summary: 'Stores the account record of an issuer, or changes the existing one',
    description:
      'An issuer has one account record: its legal name, state, address and tax id, which is encrypted at rest.',
    refusals: [136],
    parameters: issuerAccountCreation,
    response: writtenIssuerAccountAnswer,
    handler: change(deps, async ({ client, values }, db) => {
      refuseFutureBirth(values.dob, nowUs());
      const issuer = { clientId: client.clientId, issuerId: values.issuerId };
      // Held, so that of two first calls at the same moment the second changes the record of the first.
      await requireHeldIssuer(db, issuer);
      const changed = await changeIssuerAccount({ db, secrets }, issuer, values, nowUs());
      if (changed !== undefined)
        return { fields: { [ISSUER_ACCOUNT_KEY]: { 1: [writtenIssuerAccountFields(changed, secrets)] } } };
      const row = await insertIssuerAccount({ db, secrets }, issuer, values, nowUs());
      return { fields: { [ISSUER_ACCOUNT_KEY]: written(writtenIssuerAccountFields(row, secrets)) } };
    }),
  });
}

export function updateIssuerAccount(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'updateIssuerAccount',
    summary: 'Changes the account record of an issuer; what is not sent keeps its value',
    description: 'The issuer must have an account record (136).',
    refusals: [136],
    parameters: issuerAccountUpdate,
    response: writtenIssuerAccountAnswer,
    handler: change(deps, async ({ client, values }, db) => {
      refuseFutureBirth(values.dob, nowUs());
      found(ISSUER, await findIssuer(db, client.clientId, values.issuerId));
      const issuer = { clientId: client.clientId, issuerId: values.issuerId };
      const row = await changeIssuerAccount({ db, secrets }, issuer, values, nowUs());
      if (row === undefined) throw new ApiError(136, 'issuerId: the issuer has no account record');
      return { fields: { [ISSUER_ACCOUNT_KEY]: { 1: [writtenIssuerAccountFields(row, secrets)] } } };
    }),
  });
}

export function getIssuerAccount({ db, secrets }: ModuleDeps): Method {
  return defineMethod({
    name: 'getIssuerAccount',
    summary: 'Reads the account record of an issuer (under statusDesc) and its accounts at custodians',
    description: 'The record is inside statusDesc (C48).',
    refusals: [136],
    parameters: { issuerId: required(numericId({ description: 'issuer id' })) },
    response: Type.Object({
      issuerId: Type.String(),
      [ISSUER_ACCOUNT_KEY]: Type.Array(custodianAccountSchema),
      statusDesc: issuerAccountSchema,
    }),
    handler: async ({ client, values }) => {
      const issuer = found(ISSUER, await findIssuer(db, readerOf(client), values.issuerId));
      const account = await findIssuerAccount(db, issuer.client_id, values.issuerId);
      const custodians = await custodianAccounts(db, issuer.client_id, values.issuerId);
      return {
        statusDesc: issuerAccountFields(issuer, account, secrets),
        fields: {
          issuerId: String(issuer.issuer_id),
          [ISSUER_ACCOUNT_KEY]: custodians.map((row) => custodianAccountFields(row, secrets)),
        },
      };
    },
  });
}

export function deleteIssuerAccount(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'deleteIssuerAccount',
    summary: 'Deletes the account records of an issuer, or its account at one custodian',
    description: 'With a custodian provider id, the account there; without one, the account record and all accounts.',
    signInAgain: true,
    refusals: [136],
    parameters: {
      issuerId: required(numericId({ description: 'issuer id' })),
      providerid: optional(numericId({ description: 'custodian id: only the account there is deleted' })),
    },
    response: Type.Object({}),
    handler: change(deps, async ({ client, values }, db) => {
      found(ISSUER, await findIssuer(db, client.clientId, values.issuerId));
      const { clientId } = client;
      const nowUs = deps.nowUs();
      await deleteCustodianAccounts(db, { clientId, issuerId: values.issuerId, providerId: values.providerid }, nowUs);
      if (values.providerid === undefined) await removeIssuerAccount(db, clientId, values.issuerId, nowUs);
      return {};
    }),
  });
}

export function putIssuerCustodianAccount(deps: ModuleDeps): Method {
  const { secrets, nowUs } = deps;
  return defineMethod({
    name: 'putIssuerCustodianAccount',
    path: '/v3/admin/putIssuerCustodianAccount',
    group: 'Administration',
    summary: 'Stores the account that a custodian holds for an issuer, and replaces the one stored before',
    description:
      'For operators, who enter what a custodian reported. An issuer has one account at each custodian. ' +
      'Without funds an account that is there keeps its funds, a new one has none.',
    refusals: [136],
    operator: true,
    fourEyes: true,
    parameters: {
      issuerId: required(numericId({ description: 'issuer id' })),
      providerId: required(numericId({ description: 'custodian id' })),
      custodianName: required(line('name of the custodian')),
      custodianAccountNumber: required(line('account number at the custodian')),
      routingNumber: required(
        text({ description: '9 digits', pattern: /^[0-9]{9}$/, patternReason: 'must be 9 digits' }),
      ),
      accountNumber: required(line('bank account number')),
      accountName: required(line('name of the account')),
      funds: optional(amount('funds in the account, dollars')),
    },
    response: Type.Object({}),
    handler: change(deps, async ({ values }, db) => {
      const issuer = found(ISSUER, await findAnyIssuer(db, values.issuerId));
      const owner = { clientId: issuer.client_id, issuerId: issuer.issuer_id };
      await requireHeldIssuer(db, owner);
      const account = { ...values, funds: values.funds === undefined ? undefined : sixDecimals(values.funds) };
      await putCustodianAccount({ db, secrets }, owner, account, nowUs());
      return {};
    }),
  });
}
