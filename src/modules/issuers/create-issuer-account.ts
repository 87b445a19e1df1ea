import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { refuseFutureBirth, written } from '../shared/values/index.ts';
import { ISSUER_ACCOUNT_KEY, writtenIssuerAccountAnswer, writtenIssuerAccountFields } from './issuer-account-fields.ts';
import { issuerAccountChangeOf, issuerAccountCreation } from './issuer-account-parameters.ts';
import { changeIssuerAccount, insertIssuerAccount } from './issuer-account-records.ts';
import { ISSUER } from './issuer-kind.ts';
import { findIssuer } from './issuer-records.ts';

export function createIssuerAccount(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createIssuerAccount',
    verb: 'PUT',
    group: 'Issuers',
    summary: 'Stores the account record of an issuer, or changes the existing one',
    description:
      'An issuer has one account record: its legal name, state, address and tax id, which is encrypted at rest.',
    refusals: [136],
    parameters: issuerAccountCreation,
    response: writtenIssuerAccountAnswer,
    handler: change(services, async ({ client, values }, db) => {
      refuseFutureBirth(values.dob, nowUs());
      found(ISSUER, await findIssuer(db, client.clientId, values.issuerId));
      const issuer = { clientId: client.clientId, issuerId: values.issuerId };
      const change = issuerAccountChangeOf({ ...values, updatedIpAddress: undefined });
      const changed = await changeIssuerAccount({ db, secrets }, issuer, change, nowUs());
      if (changed !== undefined)
        return { fields: { [ISSUER_ACCOUNT_KEY]: { 1: [writtenIssuerAccountFields(changed, secrets)] } } };
      const row = await insertIssuerAccount({ db, secrets }, issuer, change, nowUs());
      return { fields: { [ISSUER_ACCOUNT_KEY]: written(writtenIssuerAccountFields(row, secrets)) } };
    }),
  });
}
