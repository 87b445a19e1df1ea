import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { deleteCustodianAccounts } from './custodian-account-records.ts';
import { removeIssuerAccount } from './issuer-account-records.ts';
import { ISSUER } from './issuer-kind.ts';
import { findIssuer } from './issuer-records.ts';

export function deleteIssuerAccount(services: ModuleServices): Method {
  return defineMethod({
    name: 'deleteIssuerAccount',
    verb: 'POST',
    group: 'Issuers',
    summary: 'Deletes the account records of an issuer, or its account at one custodian',
    description: 'With a custodian provider id, the account there; without one, the account record and all accounts.',
    refusals: [136],
    parameters: {
      issuerId: required(numericId({ description: 'issuer id' })),
      providerid: optional(numericId({ description: 'custodian id: only the account there is deleted' })),
    },
    response: Type.Object({}),
    handler: change(services, async ({ client, values }, db) => {
      found(ISSUER, await findIssuer(db, client.clientId, values.issuerId));
      const { clientId } = client;
      const nowUs = services.nowUs();
      await deleteCustodianAccounts(db, { clientId, issuerId: values.issuerId, providerId: values.providerid }, nowUs);
      if (values.providerid === undefined) await removeIssuerAccount(db, clientId, values.issuerId, nowUs);
      return {};
    }),
  });
}
