import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { refuseFutureBirth } from '../shared/values/index.ts';
import { ISSUER_ACCOUNT_KEY, writtenIssuerAccountAnswer, writtenIssuerAccountFields } from './issuer-account-fields.ts';
import { issuerAccountChangeOf, issuerAccountUpdate } from './issuer-account-parameters.ts';
import { changeIssuerAccount } from './issuer-account-records.ts';
import { ISSUER } from './issuer-kind.ts';
import { findIssuer } from './issuer-records.ts';

export function updateIssuerAccount(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateIssuerAccount',
    verb: 'POST',
    group: 'Issuers',
    summary: 'Changes the account record of an issuer; what is not sent keeps its value',
    description: 'The issuer must have an account record (136).',
    refusals: [136],
    parameters: issuerAccountUpdate,
    response: writtenIssuerAccountAnswer,
    handler: change(services, async ({ client, values }, db) => {
      refuseFutureBirth(values.dob, nowUs());
      found(ISSUER, await findIssuer(db, client.clientId, values.issuerId));
      const issuer = { clientId: client.clientId, issuerId: values.issuerId };
      const row = await changeIssuerAccount({ db, secrets }, issuer, issuerAccountChangeOf(values), nowUs());
      if (row === undefined) throw new ApiError(136, 'issuerId: the issuer has no account record');
      return { fields: { [ISSUER_ACCOUNT_KEY]: { 1: [writtenIssuerAccountFields(row, secrets)] } } };
    }),
  });
}
