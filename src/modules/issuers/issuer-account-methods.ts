import Type from 'typebox';
import type { IssuerRow } from '../../database/tables/reference.ts';
import type { Client } from '../../http/client.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, required, text } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { amount, sixDecimals } from '../shared/amounts.ts';
import { written } from '../shared/answers.ts';
import { line } from '../shared/parameters.ts';
import type { ModuleServices } from '../shared/services.ts';
import { custodianAccounts, deleteCustodianAccounts, putCustodianAccount } from './custodian-account-records.ts';
import {
  custodianAccountFields,
  custodianAccountSchema,
  issuerAccountFields,
  issuerAccountSchema,
  writtenIssuerAccountFields,
  writtenIssuerAccountSchema,
} from './issuer-account-fields.ts';
import { issuerAccountChangeOf, issuerAccountCreation, issuerAccountUpdate } from './issuer-account-parameters.ts';
import {
  changeIssuerAccount,
  deleteIssuerAccount,
  findIssuerAccount,
  insertIssuerAccount,
} from './issuer-account-records.ts';
import { findAnyIssuer, findIssuer } from './issuer-records.ts';

/** The specification's key of the account record. */
const KEY = 'Financial issuer details';
const GROUP = 'Issuers';

/** [flag, [record]] of a new record; of one that was there, an object with the only key 1 (spec/2 createIssuerAccount). */
const writtenAnswer = Type.Object({
  [KEY]: Type.Unsafe({
    anyOf: [
      {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        prefixItems: [{ type: 'boolean' }, { type: 'array', items: writtenIssuerAccountSchema }],
      },
      {
        type: 'object',
        required: ['1'],
        properties: { 1: { type: 'array', items: writtenIssuerAccountSchema } },
        additionalProperties: false,
      },
    ],
  }),
});

/** The account record of an issuer, and its accounts at custodians: kept and shown, with no further function. */
export function issuerAccountMethods(services: ModuleServices): Method[] {
  const { db, secrets } = services;
  const issuerOf = async (client: Client, issuerId: number): Promise<IssuerRow> => {
    const row = await findIssuer(db, client.clientId, issuerId);
    if (row === undefined) throw new ApiError(136);
    return row;
  };
  return [
    defineMethod({
      name: 'createIssuerAccount',
      verb: 'PUT',
      group: GROUP,
      summary: 'Stores the account record of an issuer, or changes the one that is there',
      source: 'spec/2 Issuers',
      parameters: issuerAccountCreation,
      response: writtenAnswer,
      handler: async ({ client, values }) => {
        await issuerOf(client, values.issuerId);
        const issuer = { clientId: client.clientId, issuerId: values.issuerId };
        const change = issuerAccountChangeOf({ ...values, updatedIpAddress: undefined });
        const changed = await changeIssuerAccount(db, secrets, issuer, change, services.now());
        if (changed !== undefined) return { fields: { [KEY]: { 1: [writtenIssuerAccountFields(changed, secrets)] } } };
        const row = await insertIssuerAccount(db, secrets, issuer, change, services.now());
        return { fields: { [KEY]: written(writtenIssuerAccountFields(row, secrets)) } };
      },
    }),

    defineMethod({
      name: 'updateIssuerAccount',
      verb: 'POST',
      group: GROUP,
      summary: 'Changes the account record of an issuer; what is not sent keeps its value',
      source: 'spec/4 1',
      parameters: issuerAccountUpdate,
      response: writtenAnswer,
      handler: async ({ client, values }) => {
        await issuerOf(client, values.issuerId);
        const issuer = { clientId: client.clientId, issuerId: values.issuerId };
        const row = await changeIssuerAccount(db, secrets, issuer, issuerAccountChangeOf(values), services.now());
        if (row === undefined) throw new ApiError(136, 'issuerId: the issuer has no account record');
        return { fields: { [KEY]: { 1: [writtenIssuerAccountFields(row, secrets)] } } };
      },
    }),

    defineMethod({
      name: 'getIssuerAccount',
      verb: 'POST',
      group: GROUP,
      summary: 'Reads the account record of an issuer (under statusDesc) and its accounts at custodians',
      source: 'spec/2 Issuers',
      parameters: { issuerId: required(numericId({ description: 'issuer id' })) },
      response: Type.Object({
        issuerId: Type.String(),
        [KEY]: Type.Array(custodianAccountSchema),
        statusDesc: issuerAccountSchema,
      }),
      handler: async ({ client, values }) => {
        const issuer = await issuerOf(client, values.issuerId);
        const account = await findIssuerAccount(db, client.clientId, values.issuerId);
        const custodians = await custodianAccounts(db, client.clientId, values.issuerId);
        return {
          statusDesc: issuerAccountFields(issuer, account, secrets),
          fields: {
            issuerId: String(issuer.issuer_id),
            [KEY]: custodians.map((row) => custodianAccountFields(row, secrets)),
          },
        };
      },
    }),

    defineMethod({
      name: 'deleteIssuerAccount',
      verb: 'POST',
      group: GROUP,
      summary: 'Deletes what is kept of an issuer’s accounts, or its account at one custodian',
      source: 'spec/2 Issuers',
      parameters: {
        issuerId: required(numericId({ description: 'issuer id' })),
        providerid: optional(numericId({ description: 'custodian id: only the account there is deleted' })),
      },
      response: Type.Object({}),
      handler: async ({ client, values }) => {
        await issuerOf(client, values.issuerId);
        const { clientId } = client;
        const now = services.now();
        await db.transaction().execute(async (transaction) => {
          await deleteCustodianAccounts(transaction, clientId, values.issuerId, values.providerid, now);
          if (values.providerid === undefined) {
            await deleteIssuerAccount(transaction, clientId, values.issuerId, now);
          }
        });
        return {};
      },
    }),

    defineMethod({
      name: 'putIssuerCustodianAccount',
      verb: 'POST',
      path: '/v3/admin/putIssuerCustodianAccount',
      group: 'Administration',
      summary: 'Stores an account that a custodian holds for an issuer, in the place of the one there',
      source: 'spec/2 getIssuerAccount, deleteIssuerAccount',
      operator: true,
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
      handler: async ({ values }) => {
        const issuer = await findAnyIssuer(db, values.issuerId);
        if (issuer === undefined) throw new ApiError(136);
        const account = { ...values, funds: values.funds === undefined ? '0.000000' : sixDecimals(values.funds) };
        const owner = { clientId: issuer.client_id, issuerId: issuer.issuer_id };
        await putCustodianAccount(db, secrets, owner, account, services.now());
        return {};
      },
    }),
  ];
}
