import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { custodianAccounts } from './custodian-account-records.ts';
import {
  custodianAccountFields,
  custodianAccountSchema,
  ISSUER_ACCOUNT_KEY,
  issuerAccountFields,
  issuerAccountSchema,
} from './issuer-account-fields.ts';
import { findIssuerAccount } from './issuer-account-records.ts';
import { ISSUER } from './issuer-kind.ts';
import { findIssuer } from './issuer-records.ts';

export function getIssuerAccount({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getIssuerAccount',
    verb: 'POST',
    group: 'Issuers',
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
