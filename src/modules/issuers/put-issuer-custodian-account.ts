import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { amount, line, sixDecimals } from '../shared/values/index.ts';
import { putCustodianAccount } from './custodian-account-records.ts';
import { ISSUER } from './issuer-kind.ts';
import { findAnyIssuer } from './issuer-records.ts';

export function putIssuerCustodianAccount(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'putIssuerCustodianAccount',
    verb: 'POST',
    path: '/v3/admin/putIssuerCustodianAccount',
    group: 'Administration',
    summary: 'Stores the account that a custodian holds for an issuer, and replaces the one stored before',
    description: 'For operators, who enter what a custodian reported. An issuer has one account at each custodian.',
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
    handler: change(services, async ({ values }, db) => {
      const issuer = found(ISSUER, await findAnyIssuer(db, values.issuerId));
      const account = { ...values, funds: values.funds === undefined ? '0.000000' : sixDecimals(values.funds) };
      const owner = { clientId: issuer.client_id, issuerId: issuer.issuer_id };
      await putCustodianAccount({ db, secrets }, owner, account, nowUs());
      return {};
    }),
  });
}
